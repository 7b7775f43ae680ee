import { pino, stdTimeFunctions } from 'pino'
import type { Logger as PinoLogger } from 'pino'

/** The subset of pino's interface that the scripts use. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Logs JSON lines to standard output with the program's name. */
export function createLogger(name: string, level: string): PinoLogger {
  return pino({ level, base: { name }, timestamp: stdTimeFunctions.isoTime })
}

/** A logger that discards everything. */
export const SILENT_LOGGER: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
}

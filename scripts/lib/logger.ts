import { pino, stdTimeFunctions } from 'pino'
import type { Logger as PinoLogger } from 'pino'

/** What the scripts need of a log; pino's is one. */
export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** JSON lines on standard output, one event a line, with the program's name. */
export function createLogger(name: string, level: string): PinoLogger {
  return pino({ level, base: { name }, timestamp: stdTimeFunctions.isoTime })
}

/** A log for where nobody reads one. */
export const SILENT_LOGGER: Logger = {
  debug() {},
  info() {},
  warn() {},
  error() {},
}

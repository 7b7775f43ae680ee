import { pino, stdTimeFunctions } from 'pino'
import * as v from 'valibot'

/** The subset of pino's interface that the scripts use: fields with a message, or one of them. */
export interface Logger {
  debug(fields: object | string, message?: string): void
  info(fields: object | string, message?: string): void
  warn(fields: object | string, message?: string): void
  error(fields: object | string, message?: string): void
}

/** Logs JSON lines with the name of the program to standard output. */
export function createLogger(name: string, level: string): Logger {
  return pino({ level, base: { name }, timestamp: stdTimeFunctions.isoTime })
}

/** Required fields of a log line; other fields are details. */
const LineSchema = v.looseObject({ level: v.number(), msg: v.optional(v.string(), '') })
const COMMON = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg'])
const LEVEL_WORDS: readonly (readonly [level: number, word: string])[] = [
  [50, 'error'],
  [40, 'warning'],
  [0, 'note'],
]
const ErrorSchema = v.object({ message: v.string() })

/** Formats a JSON line for a terminal: lists below the message, other fields after it in parentheses. */
function describeLogLine(line: string): string[] {
  const { level, msg, ...rest } = v.parse(LineSchema, JSON.parse(line))
  const word = LEVEL_WORDS.find(([from]) => level >= from)?.[1] ?? 'note'
  const fields = Object.entries(rest).filter(([field]) => !COMMON.has(field))
  const lists = fields.flatMap(([, value]) => (Array.isArray(value) ? value.map(String) : []))
  const details = fields.flatMap(([field, value]) => {
    if (Array.isArray(value)) return []
    if (v.is(ErrorSchema, value)) return [value.message]
    return [`${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  })
  const detail = details.length > 0 ? ` (${details.join(', ')})` : ''
  return [`  ${word}: ${msg}${detail}`, ...lists.map((item) => `    - ${item}`)]
}

/** Logs plain lines for a terminal. @param print prints one line */
export function createPlainLogger(level: string, print: (line: string) => void): Logger {
  return pino({ level }, { write: (line) => describeLogLine(line).forEach(print) })
}

/** A logger that discards everything. */
export const SILENT_LOGGER: Logger = pino({ level: 'silent' })

import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { HOME_COUNTRY, isMobile } from '#api/mobile.ts'
import { formatTime } from '../venue-time.ts'
import { formatYuan } from '../yuan.ts'
import { CommandError } from './command.ts'

/** Parses a positive integer, such as the id of an item. */
export function readId(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number, as shown in the lists.')
}

/** Parses a count, which may be 0. */
export function readCount(text: string): number {
  if (/^(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number of at most nine digits.')
}

/** Parses a phone number; without a country code, the venue's country is assumed. */
export function readPhone(text: string): string {
  const compact = text.replaceAll(/[\s()-]/g, '')
  const mobile = [compact, `+${HOME_COUNTRY.calling}${compact}`].find(isMobile)
  if (mobile !== undefined) return mobile
  throw new InvalidArgumentError('Expected a number such as +8613800138000 or 13800138000.')
}

/** The argument that names an account, for `.argument(...PHONE)`. */
export const PHONE = ['<phone>', 'phone number of the account', readPhone] as const

/** Formats a time for a table: `2027-05-05 12:00`, in the venue's time zone. */
export const formatMinute = (ms: number): string => formatTime(ms).slice(0, 16).replace('T', ' ')

/** Formats a time or an amount for an export; empty for null. */
export const formatTimeIfAny = (ms: number | null): string => (ms === null ? '' : formatTime(ms))
export const formatYuanIfAny = (fen: number | null): string => (fen === null ? '' : formatYuan(fen))

/** Converts a system error while writing a file into a `CommandError`; returns other errors unchanged. */
export function describeFileFault(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const reasons: Record<string, string> = {
    EEXIST: 'the file already exists',
    ENOENT: `there is no folder ${path.dirname(path.resolve(file))}`,
  }
  const reason = reasons[String(error.code)] ?? error.message
  return new CommandError(`${file}: ${reason}`, { cause: error })
}

/**
 * Writes a file with personal data, readable by the current user only.
 * @throws CommandError if the file exists or cannot be written
 */
export function writeNewFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw describeFileFault(file, error)
  }
}

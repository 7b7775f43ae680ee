import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { HOME_COUNTRY, isMobile } from '#api/mobile.ts'
import { formatTime } from '../venue-time.ts'
import { CommandError } from './command.ts'

/** Reads a positive whole number from the command line, such as the id of an item. */
export function readId(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number, as the lists show it.')
}

/** Reads the id of an application, also as the reference that its sender quotes: `C-000012`. */
export const readReference = (text: string): number => readId(text.replace(/^[AC]-0*/i, ''))

/** Reads a number of places, which may be 0. */
export function readCount(text: string): number {
  if (/^(?:0|[1-9]\d{0,8})$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a number of places.')
}

/** Reads a phone number; one without a country code is of the venue's country. */
export function readPhone(text: string): string {
  const compact = text.replaceAll(/[\s()-]/g, '')
  const found = [compact, `+${HOME_COUNTRY.calling}${compact}`].find(isMobile)
  if (found !== undefined) return found
  throw new InvalidArgumentError('Expected a number such as +8613800138000 or 13800138000.')
}

/** The name of the account that runs the command, for the audit log. */
export function readStaffName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** A time for a table: `2027-05-05 12:00`, in the venue's zone. */
export const formatMinute = (ms: number): string => formatTime(ms).slice(0, 16).replace('T', ' ')

/** Money for a table, without a currency sign: `180.50`. */
export const formatYuan = (fen: number): string => (fen / 100).toFixed(2)

/** Why a file could not be written, in words of the command line. */
export function describeFileFault(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error
  const reason = error.code === 'EEXIST' ? 'there is such a file already' : error.message
  return new CommandError(`${file}: ${reason}`, { cause: error })
}

/** Writes personal data: readable by its owner only, and never over another file. @throws CommandError */
export function writeNewFile(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw describeFileFault(file, error)
  }
}

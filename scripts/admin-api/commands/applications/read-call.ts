import { userInfo } from 'node:os'
import { APPLICATION_KINDS, APPLICATION_STATUSES } from '#api/application.ts'
import type { Wanted } from '../../modules/application/for-staff.ts'
import { CommandError } from '../command.ts'
import type { CommandCall } from '../command.ts'

/** @throws CommandError for what is no number of an application */
export function readId(text = ''): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new CommandError(`${text}: expected the number of an application, as the list shows it`)
}

export function readChoice<const T extends string>(
  name: string,
  choices: readonly T[],
  given: string | undefined,
): T | undefined {
  const choice = choices.find((one) => one === given)
  if (given === undefined || choice !== undefined) return choice
  throw new CommandError(`--${name} ${given}: expected ${choices.join(', ')}`)
}

/** Which applications are meant. @throws CommandError for an unknown status or kind */
export function readWanted({ options }: CommandCall): Wanted {
  const status = readChoice('status', APPLICATION_STATUSES, options['status'])
  const kind = readChoice('kind', APPLICATION_KINDS, options['kind'])
  return { ...(status && { status }), ...(kind && { kind }) }
}

/** Who sits at the machine, for the audit log. */
export function readStaffName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Text of an applicant for a terminal: without the control characters that could rule it. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim()
}

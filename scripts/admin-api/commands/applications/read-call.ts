import { APPLICATION_KINDS, APPLICATION_STATUSES } from '#api/application.ts'
import type { Wanted } from '../../modules/application/for-staff.ts'
import { CommandError } from '../command.ts'
import type { CommandCall } from '../command.ts'
import { readChoice } from '../staff.ts'

/** @throws CommandError for what is no number of an application */
export function readId(text = ''): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new CommandError(`${text}: expected the number of an application, as the list shows it`)
}

/** Which applications are meant. @throws CommandError for an unknown status or kind */
export function readWanted({ options }: CommandCall): Wanted {
  const status = readChoice('status', APPLICATION_STATUSES, options['status'])
  const kind = readChoice('kind', APPLICATION_KINDS, options['kind'])
  return { ...(status && { status }), ...(kind && { kind }) }
}

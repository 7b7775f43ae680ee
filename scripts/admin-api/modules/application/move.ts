import type { ApplicationStatus } from '#api/application.ts'
import { writeEvent } from '../../db/events.ts'
import type { Transaction } from '../../db/open.ts'
import { announceApplication } from '../../messages/outbox/announce-application.ts'
import { freePlace, takePlace } from './places.ts'

/** What may become of an application. What was decided by mistake goes back into review. */
export const NEXT: Record<ApplicationStatus, readonly ApplicationStatus[]> = {
  received: ['in_review', 'accepted', 'waitlisted', 'declined', 'withdrawn'],
  in_review: ['accepted', 'waitlisted', 'declined', 'withdrawn'],
  waitlisted: ['in_review', 'accepted', 'declined', 'withdrawn'],
  accepted: ['in_review', 'withdrawn'],
  declined: ['in_review'],
  withdrawn: [],
}
/** Who waits for a place has none; who is declined or withdraws gives it to the next. */
const HOLDS_PLACE = new Set<ApplicationStatus>(['received', 'in_review', 'accepted'])
/** From here on files are kept for a limited time only. */
const DECIDED = new Set<ApplicationStatus>(['accepted', 'declined', 'withdrawn'])

export type MoveResult =
  | { kind: 'moved'; from: ApplicationStatus; userId: number }
  | { kind: 'unknown' }
  | { kind: 'superseded' }
  | { kind: 'full' }
  | { kind: 'illegal'; from: ApplicationStatus }

/** An application that no other transaction moves until the end of this one. */
const lockApplication = (trx: Transaction, id: number) =>
  trx.selectFrom('application').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Moves an application on, with its place and its event. Call it inside a transaction, and undo
 * that unless the result is `moved`.
 */
export async function moveApplication(
  trx: Transaction,
  { id, to, now }: { id: number; to: ApplicationStatus; now: number },
): Promise<MoveResult> {
  const row = await lockApplication(trx, id)
  if (!row) return { kind: 'unknown' }
  if (row.reopened_at !== null) return { kind: 'superseded' }
  const { status: from, item_id: itemId } = row
  const subject = { kind: row.kind, itemId }
  if (!NEXT[from].includes(to)) return { kind: 'illegal', from }
  const [held, holds] = [HOLDS_PLACE.has(from), HOLDS_PLACE.has(to)]
  if (holds && !held && !(await takePlace(trx, subject))) return { kind: 'full' }
  if (held && !holds) await freePlace(trx, subject)
  await trx
    .updateTable('application')
    .set({ status: to, decided_at: DECIDED.has(to) ? now : null })
    .where('id', '=', id)
    .execute()
  await writeEvent(trx, { subject: 'application', subjectId: id, event: to, at: now })
  const application = { id, userId: row.user_id }
  await announceApplication(trx, { application, from, to, now })
  return { kind: 'moved', from, userId: row.user_id }
}

export type ReopenResult = Exclude<MoveResult, { kind: 'full' }>

/**
 * Lets a member apply once more: the closed application stays as it is and counts no longer.
 * Call it inside a transaction.
 */
export async function reopenApplication(
  trx: Transaction,
  id: number,
  now: number,
): Promise<ReopenResult> {
  const row = await lockApplication(trx, id)
  if (!row) return { kind: 'unknown' }
  if (row.reopened_at !== null) return { kind: 'superseded' }
  const { status: from, user_id: userId } = row
  if (from !== 'declined' && from !== 'withdrawn') return { kind: 'illegal', from }
  await trx.updateTable('application').set({ reopened_at: now }).where('id', '=', id).execute()
  await writeEvent(trx, { subject: 'application', subjectId: id, event: 'reopened', at: now })
  return { kind: 'moved', from, userId }
}

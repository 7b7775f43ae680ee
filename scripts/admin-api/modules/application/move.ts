import type { ApplicationStatus } from '#api/application.ts'
import { writeEvent } from '../../db/events.ts'
import type { Transaction } from '../../db/open.ts'
import { announceApplication } from '../../messages/outbox/announce-application.ts'
import { releasePlace, takePlace } from './places.ts'

/** Allowed status transitions. A mistaken decision is corrected by going back to `in_review`. */
export const NEXT: Record<ApplicationStatus, readonly ApplicationStatus[]> = {
  received: ['in_review', 'accepted', 'waitlisted', 'declined', 'withdrawn'],
  in_review: ['accepted', 'waitlisted', 'declined', 'withdrawn'],
  waitlisted: ['in_review', 'accepted', 'declined', 'withdrawn'],
  accepted: ['in_review', 'withdrawn'],
  declined: ['in_review'],
  withdrawn: [],
}
/** Statuses that hold a place of an activity. */
const HOLDS_PLACE = new Set<ApplicationStatus>(['received', 'in_review', 'accepted'])
/** Statuses that start the retention period of the files. */
const DECIDED = new Set<ApplicationStatus>(['accepted', 'declined', 'withdrawn'])

export type MoveResult =
  | { kind: 'moved'; from: ApplicationStatus; userId: number }
  | { kind: 'unknown' }
  | { kind: 'superseded' }
  | { kind: 'full' }
  | { kind: 'illegal'; from: ApplicationStatus }

/** Reads an application and locks it until the end of the transaction. */
const lockApplication = (trx: Transaction, id: number) =>
  trx.selectFrom('application').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/**
 * Changes the status of an application, with its place and event. The caller must roll back the transaction
 * unless the result is `moved`.
 */
export async function moveApplication(
  trx: Transaction,
  { id, to, now }: { id: number; to: ApplicationStatus; now: number },
): Promise<MoveResult> {
  const row = await lockApplication(trx, id)
  if (!row) return { kind: 'unknown' }
  if (row.reopened_at !== null) return { kind: 'superseded' }
  const { status: from, item_id: itemId, user_id: userId } = row
  const subject = { kind: row.kind, itemId }
  if (!NEXT[from].includes(to)) return { kind: 'illegal', from }
  const [hadPlace, needsPlace] = [HOLDS_PLACE.has(from), HOLDS_PLACE.has(to)]
  if (needsPlace && !hadPlace && !(await takePlace(trx, subject))) return { kind: 'full' }
  if (hadPlace && !needsPlace) await releasePlace(trx, subject)
  await trx
    .updateTable('application')
    .set({ status: to, decided_at: DECIDED.has(to) ? now : null })
    .where('id', '=', id)
    .execute()
  await writeEvent(trx, { subject: 'application', subjectId: id, event: to, at: now })
  await announceApplication(trx, { id, userId, from, to, now })
  return { kind: 'moved', from, userId }
}

export type ReopenResult = Exclude<MoveResult, { kind: 'full' }>

/**
 * Lets a member apply again: marks the closed application as reopened, so that it no longer counts. Its status
 * is unchanged, and the member is notified.
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
  await announceApplication(trx, { id, userId, from, to: 'reopened', now })
  return { kind: 'moved', from, userId }
}

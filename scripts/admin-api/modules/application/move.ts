import type { ApplicationStatus } from '#api/application.ts'
import { writeEvent } from '../../db/events.ts'
import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'
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

function findApplication(db: Database, id: number) {
  const query = db.query.selectFrom('application').selectAll().where('id', '=', id)
  return all(db, query)[0]
}

/**
 * Moves an application on, with its place and its event. Call it inside a transaction, and undo
 * that unless the result is `moved`.
 */
export function moveApplication(
  db: Database,
  { id, to, now }: { id: number; to: ApplicationStatus; now: number },
): MoveResult {
  const row = findApplication(db, id)
  if (!row) return { kind: 'unknown' }
  if (row.reopened_at !== null) return { kind: 'superseded' }
  const { status: from, item_id: itemId } = row
  const subject = { kind: row.kind, itemId }
  if (!NEXT[from].includes(to)) return { kind: 'illegal', from }
  const [held, holds] = [HOLDS_PLACE.has(from), HOLDS_PLACE.has(to)]
  if (holds && !held && !takePlace(db, subject)) return { kind: 'full' }
  if (held && !holds) freePlace(db, subject)
  const { changes } = db
    .prepare('UPDATE application SET status = ?, decided_at = ? WHERE id = ? AND status = ?')
    .run(to, DECIDED.has(to) ? now : null, id, from)
  if (changes === 0) return { kind: 'illegal', from }
  writeEvent(db, { subject: 'application', subjectId: id, event: to, at: now })
  return { kind: 'moved', from, userId: row.user_id }
}

export type ReopenResult = Exclude<MoveResult, { kind: 'full' }>

/**
 * Lets a member apply once more: the closed application stays as it is and counts no longer.
 * Call it inside a transaction.
 */
export function reopenApplication(db: Database, id: number, now: number): ReopenResult {
  const row = findApplication(db, id)
  if (!row) return { kind: 'unknown' }
  if (row.reopened_at !== null) return { kind: 'superseded' }
  const { status: from, user_id: userId } = row
  const sql = `UPDATE application SET reopened_at = ?
    WHERE id = ? AND reopened_at IS NULL AND status IN ('declined', 'withdrawn')`
  if (db.prepare(sql).run(now, id).changes === 0) return { kind: 'illegal', from }
  writeEvent(db, { subject: 'application', subjectId: id, event: 'reopened', at: now })
  return { kind: 'moved', from, userId }
}

import type { EventSubject } from './member-tables.ts'
import type { Database } from './open.ts'
import { all, execute } from './write.ts'

interface Event {
  subject: EventSubject
  subjectId: number
  /** What became of it: a status, mostly. */
  event: string
  data?: Record<string, string | number | null>
  /** Epoch ms. */
  at: number
}

/** Writes down what happened, in the transaction that makes it happen. */
export function writeEvent(
  db: Database,
  { subject, subjectId, event, data = {}, at }: Event,
): void {
  const sql = 'INSERT INTO event_log (subject, subject_id, event, data, at) VALUES (?, ?, ?, ?, ?)'
  execute(db, sql, subject, subjectId, event, JSON.stringify(data), at)
}

/** What happened to a thing, the first thing first. Synchronous. */
export function readEvents(db: Database, subject: EventSubject, subjectId: number) {
  const query = db.query
    .selectFrom('event_log')
    .select(['event', 'at'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
  return all(db, query)
}

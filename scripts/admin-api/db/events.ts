import type { EventSubject } from './member-tables.ts'
import type { Database } from './open.ts'
import { execute } from './write.ts'

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

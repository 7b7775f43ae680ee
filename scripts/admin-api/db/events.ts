import type { EventSubject } from './member-tables.ts'
import type { Reader, Transaction } from './open.ts'

interface Event {
  subject: EventSubject
  subjectId: number
  /** Usually the new status. */
  event: string
  data?: Record<string, string | number | null>
  /** Epoch ms. */
  at: number
}

/** Logs an event in the transaction that makes the change. */
export async function writeEvent(
  trx: Transaction,
  { subject, subjectId, event, data = {}, at }: Event,
): Promise<void> {
  await trx
    .insertInto('event_log')
    .values({ subject, subject_id: subjectId, event, data: JSON.stringify(data), at })
    .execute()
}

/** Events of an order or application, oldest first. */
export const readEvents = (db: Reader, subject: EventSubject, subjectId: number) =>
  db
    .selectFrom('event_log')
    .select(['event', 'at'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()

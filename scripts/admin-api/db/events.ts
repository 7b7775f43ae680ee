import type { EventSubject } from './member-tables.ts'
import type { Reader, Transaction } from './open.ts'

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
export async function writeEvent(
  trx: Transaction,
  { subject, subjectId, event, data = {}, at }: Event,
): Promise<void> {
  await trx
    .insertInto('event_log')
    .values({ subject, subject_id: subjectId, event, data: JSON.stringify(data), at })
    .execute()
}

/** What happened to a thing, the first thing first. */
export const readEvents = (db: Reader, subject: EventSubject, subjectId: number) =>
  db
    .selectFrom('event_log')
    .select(['event', 'at'])
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()

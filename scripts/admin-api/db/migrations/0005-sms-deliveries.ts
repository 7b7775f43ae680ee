import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Delivery status of SMS, without recipients and texts. */
export const createSmsDeliveries: SchemaStep = async (db, { number, text, autoNumber, strict }) => {
  await sql`create table sms_delivery (
    id ${autoNumber}, gateway ${text} not null, message_id ${text} not null,
    purpose ${text} not null,
    state ${text} default 'accepted' not null check (state in ('accepted', 'delivered', 'failed')),
    reason ${text} default '' not null, sent_at ${number} not null, reported_at ${number},
    constraint sms_delivery_message unique (gateway, message_id)
  ) ${strict}`.execute(db)
  await sql`create index sms_delivery_sent on sms_delivery (sent_at)`.execute(db)
}

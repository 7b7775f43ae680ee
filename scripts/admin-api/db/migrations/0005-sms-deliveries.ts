import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Delivery status of SMS, without recipients and texts. */
export const createSmsDeliveries: SchemaStep = async (db, schema) => {
  const { number, text, autoNumber } = schema
  await schema
    .createTable(db, 'sms_delivery')
    .addColumn('id', number, autoNumber)
    .addColumn('gateway', text, (column) => column.notNull())
    .addColumn('message_id', text, (column) => column.notNull())
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('accepted')
        .check(sql`state in ('accepted', 'delivered', 'failed')`),
    )
    .addColumn('reason', text, (column) => column.notNull().defaultTo(''))
    .addColumn('sent_at', number, (column) => column.notNull())
    .addColumn('reported_at', number)
    .addUniqueConstraint('sms_delivery_message', ['gateway', 'message_id'])
    .execute()
  await db.schema.createIndex('sms_delivery_sent').on('sms_delivery').column('sent_at').execute()
}

import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** The outbox of messages to members, members' preferences, and columns that messages need in other tables. */
export const createMemberMessages: SchemaStep = async (db, schema) => {
  const { number, text, autoNumber } = schema
  await db.schema.alterTable('user').addColumn('lang', text).execute()
  await db.schema.alterTable('order').addColumn('refundable_until', number).execute()
  await schema
    .createTable(db, 'member_message')
    .addColumn('id', number, autoNumber)
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('event', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('channel', text, (column) =>
      column.notNull().check(sql`channel in ('mail', 'sms', 'account')`),
    )
    .addColumn('subject', text)
    .addColumn('subject_id', number)
    .addColumn('record', text, (column) => column.notNull())
    .addColumn('lang', text, (column) => column.notNull())
    .addColumn('target', text)
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('waiting')
        .check(sql`state in ('waiting', 'sent', 'skipped', 'failed')`),
    )
    .addColumn('tries', number, (column) => column.notNull().defaultTo(0))
    .addColumn('next_try_at', number)
    .addColumn('copies', number, (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', number, (column) => column.notNull())
    .addColumn('ended_at', number)
    .addColumn('title', text)
    .addColumn('lines', text)
    .addColumn('fault', text)
    .addUniqueConstraint('member_message_once', ['event', 'user_id', 'channel'])
    .addCheckConstraint(
      'member_message_waits_or_ended',
      sql`(state = 'waiting') = (next_try_at is not null) and (state = 'waiting') = (ended_at is null)`,
    )
    .execute()
  await db.schema
    .createIndex('member_message_due')
    .on('member_message')
    .column('next_try_at')
    .where(sql.ref('next_try_at'), 'is not', null)
    .execute()
  await db.schema
    .createIndex('member_message_user')
    .on('member_message')
    .columns(['user_id', 'id'])
    .execute()
  await db.schema
    .createIndex('member_message_subject')
    .on('member_message')
    .columns(['subject', 'subject_id', 'id'])
    .execute()
  await db.schema
    .createIndex('member_message_ended')
    .on('member_message')
    .columns(['channel', 'ended_at'])
    .execute()
  await schema
    .createKeyedTable(db, 'message_choice')
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('channel', text, (column) => column.notNull())
    .addColumn('is_on', number, (column) => column.notNull())
    .addColumn('changed_at', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('message_choice_key', ['user_id', 'kind', 'channel'])
    .execute()
}

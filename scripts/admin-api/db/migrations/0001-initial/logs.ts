import { sql } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Append-only logs: events of applications and orders; logins and staff actions. */
export const createLogTables: SchemaStep = async (db, schema) => {
  const { number, text, autoNumber } = schema
  await schema
    .createTable(db, 'event_log')
    .addColumn('id', number, autoNumber)
    .addColumn('subject', text, (column) => column.notNull())
    .addColumn('subject_id', number, (column) => column.notNull())
    .addColumn('event', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('at', number, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('event_log_subject')
    .on('event_log')
    .columns(['subject', 'subject_id', 'id'])
    .execute()
  await schema
    .createTable(db, 'audit_log')
    .addColumn('id', number, autoNumber)
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('user_id', number)
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('at', number, (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_log_user').on('audit_log').columns(['user_id', 'at']).execute()
  await db.schema.createIndex('audit_log_at').on('audit_log').column('at').execute()

  const always = sql`1 = 1`
  const guards = [
    ['event_log', 'update', always],
    ['event_log', 'delete', always],
    ['audit_log', 'delete', always],
    // Updates are allowed only to erase network addresses after their retention period.
    [
      'audit_log',
      'update',
      sql`NEW.id <> OLD.id or NEW.action <> OLD.action or NEW.at <> OLD.at
        or NEW.user_id is distinct from OLD.user_id
        or ${schema.differsWithoutKey('data', 'address')}`,
    ],
  ] as const
  for (const [table, event, refusedWhen] of guards) {
    await schema.createGuard(db, {
      name: `${table}_no_${event}`,
      table,
      event,
      refusedWhen,
      message: `${table} is append-only`,
    })
  }
}

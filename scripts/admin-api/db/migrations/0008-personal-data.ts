import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Members' consent to legal texts, and requests to delete accounts. */
export const createPersonalDataTables: SchemaStep = async (db, schema) => {
  const { number, text } = schema
  await schema
    .createKeyedTable(db, 'consent')
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('document', text, (column) =>
      column.notNull().check(sql`document in ('user_agreement', 'privacy_policy')`),
    )
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('agreed_at', number, (column) => column.notNull())
    .addPrimaryKeyConstraint('consent_key', ['user_id', 'document', 'hash'])
    .execute()
  await schema
    .createTable(db, 'account_deletion')
    .addColumn('user_id', number, (column) => column.primaryKey().references('user.id'))
    .addColumn('state', text, (column) =>
      column.notNull().check(sql`state in ('scheduled', 'cancelled', 'done')`),
    )
    .addColumn('requested_at', number, (column) => column.notNull())
    .addColumn('due_at', number, (column) => column.notNull())
    .addColumn('ended_at', number)
    .addCheckConstraint('account_deletion_end', sql`(state = 'scheduled') = (ended_at is null)`)
    .execute()
  await db.schema
    .createIndex('account_deletion_due')
    .on('account_deletion')
    .column('due_at')
    .where(sql.ref('state'), '=', sql.lit('scheduled'))
    .execute()
}

import type { SchemaStep } from '../../../lib/db/migrate.ts'

type OrderTypes = { order: { type: string; checked_type: string } }

/**
 * Removes the check on order types: the contract lists them, and new types need no migration. The engines
 * have no common statement to drop a check, so the column is replaced.
 */
export const dropOrderTypeCheck: SchemaStep = async (db, { text }) => {
  await db.schema.alterTable('order').renameColumn('type', 'checked_type').execute()
  await db.schema.alterTable('order').addColumn('type', text).execute()
  await db
    .withTables<OrderTypes>()
    .updateTable('order')
    .set(({ ref }) => ({ type: ref('checked_type') }))
    .execute()
  await db.schema.alterTable('order').dropColumn('checked_type').execute()
  await db.schema
    .alterTable('order')
    .alterColumn('type', (column) => column.setNotNull())
    .execute()
}

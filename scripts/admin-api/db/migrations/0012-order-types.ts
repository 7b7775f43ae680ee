import type { SchemaStep } from '../../../lib/db/migrate.ts'

type OrderTypes = { order: { type: string; checked_type: string } }

/**
 * Lets orders be of any type: the contract lists them, and a new kind needs no step of its own. The engines have no
 * common way to drop a check, so that the column is replaced.
 */
export const uncheckOrderTypes: SchemaStep = async (db, { text }) => {
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

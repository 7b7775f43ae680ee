import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Binds payments inside a provider's app to one payer. */
export const addPaymentPayers: SchemaStep = async (db, { text }) => {
  await db.schema.alterTable('payment_attempt').addColumn('payer', text).execute()
}

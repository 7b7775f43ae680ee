import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Payments inside a provider's app are for one payer. */
export const addPaymentPayers: SchemaStep = async (db, { text }) => {
  await db.schema.alterTable('payment_attempt').addColumn('payer', text).execute()
}

import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Binds payments inside a provider's app to one payer. */
export const addPaymentPayers: SchemaStep = async (db, { text }) => {
  await sql`alter table payment_attempt add column payer ${text}`.execute(db)
}

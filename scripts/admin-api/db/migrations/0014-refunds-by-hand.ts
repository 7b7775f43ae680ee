import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Failed refunds that staff have repaid by hand. */
export const addRefundsByHand: SchemaStep = async (db, { number }) => {
  await sql`alter table refund add column settled_by_hand ${number} default 0 not null`.execute(db)
}

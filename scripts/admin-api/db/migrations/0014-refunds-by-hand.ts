import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Failed refunds that staff have repaid by hand. */
export const addRefundsByHand: SchemaStep = async (db, { number }) => {
  await db.schema
    .alterTable('refund')
    .addColumn('settled_by_hand', number, (column) => column.notNull().defaultTo(0))
    .execute()
}

import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Invoices requested by buyers, at most one per order. */
export const createInvoices: SchemaStep = async (db, schema) => {
  const { number, text } = schema
  await schema
    .createTable(db, 'invoice')
    .addColumn('order_id', number, (column) => column.primaryKey().references('order.id'))
    .addColumn('title', text, (column) => column.notNull())
    .addColumn('tax_number', text)
    .addColumn('email', text, (column) => column.notNull())
    .addColumn('requested_at', number, (column) => column.notNull())
    .addColumn('issued_at', number)
    .addColumn('issued_fen', number, (column) => column.check(sql`issued_fen >= 0`))
    .addColumn('number', text)
    .addCheckConstraint(
      'invoice_issued',
      sql`(issued_at is null) = (issued_fen is null) and (number is null or issued_at is not null)`,
    )
    .execute()
}

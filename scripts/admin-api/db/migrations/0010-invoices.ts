import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Invoices requested by buyers, at most one per order. */
export const createInvoices: SchemaStep = async (db, { number, text, strict }) => {
  await sql`create table invoice (
    order_id ${number} primary key references "order" (id), title ${text} not null,
    tax_number ${text}, email ${text} not null, requested_at ${number} not null,
    issued_at ${number}, issued_fen ${number} check (issued_fen >= 0), number ${text},
    constraint invoice_issued
      check ((issued_at is null) = (issued_fen is null)
        and (number is null or issued_at is not null))
  ) ${strict}`.execute(db)
}

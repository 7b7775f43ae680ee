import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Orders that exchange tickets of an earlier order, and the credit for those tickets. */
export const createExchanges: SchemaStep = async (db, { number, keyed }) => {
  await sql`alter table "order"
    add column exchanged_order_id ${number} references "order" (id)`.execute(db)
  await sql`alter table "order"
    add column credit_fen ${number} default 0 not null check (credit_fen >= 0)`.execute(db)
  await sql`create index order_exchanged on "order" (exchanged_order_id)
    where exchanged_order_id is not null`.execute(db)
  await sql`create table exchanged_ticket (
    order_id ${number} not null references "order" (id),
    ticket_id ${number} not null references ticket (id),
    constraint exchanged_ticket_key primary key (order_id, ticket_id)
  ) ${keyed}`.execute(db)
  await sql`create index exchanged_ticket_ticket on exchanged_ticket (ticket_id)`.execute(db)
}

import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Orders that exchange tickets of an earlier order, and the credit for those tickets. */
export const createExchanges: SchemaStep = async (db, schema) => {
  const { number } = schema
  await db.schema
    .alterTable('order')
    .addColumn('exchanged_order_id', number, (column) => column.references('order.id'))
    .execute()
  await db.schema
    .alterTable('order')
    .addColumn('credit_fen', number, (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`credit_fen >= 0`),
    )
    .execute()
  await db.schema
    .createIndex('order_exchanged')
    .on('order')
    .column('exchanged_order_id')
    .where(sql.ref('exchanged_order_id'), 'is not', null)
    .execute()
  await schema
    .createKeyedTable(db, 'exchanged_ticket')
    .addColumn('order_id', number, (column) => column.notNull().references('order.id'))
    .addColumn('ticket_id', number, (column) => column.notNull().references('ticket.id'))
    .addPrimaryKeyConstraint('exchanged_ticket_key', ['order_id', 'ticket_id'])
    .execute()
  await db.schema
    .createIndex('exchanged_ticket_ticket')
    .on('exchanged_ticket')
    .column('ticket_id')
    .execute()
}

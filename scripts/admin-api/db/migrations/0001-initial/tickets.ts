import { sql, type Kysely } from 'kysely'
import type { SchemaStep } from '../../../../lib/db/migrate.ts'

/** Columns that the view of verified orders reads. */
type ReadTables = {
  order: { id: number; status: string }
  ticket: { order_id: number; state: string }
}

/**
 * An order is verified if all of its tickets were used. The status is derived by this view, not stored.
 */
async function createVerifiedView(db: Kysely<ReadTables>): Promise<void> {
  await db.schema
    .createView('verified_order')
    .as(
      db
        .selectFrom('order')
        .select('order.id')
        .where('order.status', 'in', [sql.lit('paid'), sql.lit('completed')])
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('ticket')
              .select(sql.lit(1).as('one'))
              .whereRef('ticket.order_id', '=', 'order.id'),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('ticket')
                .select(sql.lit(1).as('one'))
                .whereRef('ticket.order_id', '=', 'order.id')
                .where('ticket.state', '<>', sql.lit('used')),
            ),
          ),
        ),
    )
    .execute()
}

/** Tickets, scans at the door, and the members who may scan. */
export const createTicketTables: SchemaStep = async (db, schema) => {
  const { number, text, autoNumber } = schema
  await schema
    .createTable(db, 'ticket')
    .addColumn('id', number, autoNumber)
    .addColumn('serial', text, (column) => column.notNull().unique())
    .addColumn('order_id', number, (column) => column.notNull().references('order.id'))
    .addColumn('show_id', number, (column) => column.notNull().references('show.id'))
    .addColumn('tier_id', number, (column) => column.notNull().references('tier.id'))
    .addColumn('version', number, (column) => column.notNull().defaultTo(1))
    .addColumn('state', text, (column) =>
      column
        .notNull()
        .defaultTo('valid')
        .check(sql`state in ('valid', 'used', 'void')`),
    )
    .addColumn('used_at', number)
    .execute()
  await db.schema.createIndex('ticket_order').on('ticket').column('order_id').execute()
  await db.schema.createIndex('ticket_show').on('ticket').columns(['show_id', 'state']).execute()
  await schema
    .createTable(db, 'scan')
    .addColumn('id', number, autoNumber)
    .addColumn('ticket_id', number, (column) => column.references('ticket.id'))
    .addColumn('nonce', text, (column) => column.notNull())
    .addColumn('code_hash', text)
    .addColumn('user_id', number, (column) => column.notNull().references('user.id'))
    .addColumn('result', text, (column) => column.notNull())
    .addColumn('answer', text, (column) => column.notNull())
    .addColumn('at', number, (column) => column.notNull())
    .addColumn('undone_at', number)
    .addUniqueConstraint('scan_nonce', ['user_id', 'nonce'])
    .execute()
  await db.schema.createIndex('scan_ticket').on('scan').column('ticket_id').execute()
  await db.schema.createIndex('scan_user').on('scan').columns(['user_id', 'at']).execute()
  await schema
    .createTable(db, 'verify_grant')
    .addColumn('user_id', number, (column) => column.primaryKey().references('user.id'))
    .addColumn('granted_at', number, (column) => column.notNull())
    .execute()
  await createVerifiedView(db.withTables<ReadTables>())
}

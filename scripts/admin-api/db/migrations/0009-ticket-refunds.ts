import { sql, type Kysely } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** What the view of verified orders reads. */
type ReadTables = {
  order: { id: number; status: string }
  ticket: { order_id: number; state: string }
}

/** Since single tickets can be refunded, an order is verified when those that it still has were used. */
export const countKeptTickets: SchemaStep = async (db) => {
  await db.schema.dropView('verified_order').execute()
  await createVerifiedView(db.withTables<ReadTables>())
}

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
              .whereRef('ticket.order_id', '=', 'order.id')
              .where('ticket.state', '=', sql.lit('used')),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('ticket')
                .select(sql.lit(1).as('one'))
                .whereRef('ticket.order_id', '=', 'order.id')
                .where('ticket.state', '=', sql.lit('valid')),
            ),
          ),
        ),
    )
    .execute()
}

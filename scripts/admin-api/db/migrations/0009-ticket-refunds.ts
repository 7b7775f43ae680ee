import { sql, type Kysely } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Columns that the view of verified orders reads. */
type ReadTables = {
  order: { id: number; status: string }
  ticket: { order_id: number; state: string }
}

/** Redefines verified orders: single tickets can be refunded, so only the remaining ones must be used. */
export const redefineVerifiedOrders: SchemaStep = async (db) => {
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

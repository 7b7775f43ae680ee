import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Redefines verified orders: single tickets can be refunded, so only the remaining ones must be used. */
export const redefineVerifiedOrders: SchemaStep = async (db) => {
  await sql`drop view verified_order`.execute(db)
  await sql`create view verified_order as
    select "order".id from "order" where "order".status in ('paid', 'completed')
      and exists (select 1 as one from ticket
        where ticket.order_id = "order".id and ticket.state = 'used')
      and not exists (select 1 as one from ticket
        where ticket.order_id = "order".id and ticket.state = 'valid')`.execute(db)
}

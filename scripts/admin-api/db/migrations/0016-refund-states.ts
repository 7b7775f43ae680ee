import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Index by which the metrics count refunds and staff find failed ones: SQLite blocks all calls during a scan. */
export const createRefundStateIndex: SchemaStep = async (db) => {
  await sql`create index refund_state on refund (state)`.execute(db)
}

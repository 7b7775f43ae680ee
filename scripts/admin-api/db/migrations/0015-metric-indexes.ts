import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Indexes by which the metrics count large tables: SQLite blocks all calls during a count. */
export const createMetricIndexes: SchemaStep = async (db) => {
  await sql`create index order_type on "order" (type, status)`.execute(db)
  await sql`create index payment_attempt_provider on payment_attempt (provider, state)`.execute(db)
}

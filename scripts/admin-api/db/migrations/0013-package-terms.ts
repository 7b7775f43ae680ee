import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Class hours and months of an ordered package, which its offer may change before the payment. */
export const addPackageTerms: SchemaStep = async (db, { number }) => {
  await sql`alter table "order"
    add column class_hours ${number} check (class_hours > 0)`.execute(db)
  await sql`alter table "order" add column months ${number} check (months > 0)`.execute(db)
}

import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Class hours and months of an ordered package, which its offer may change before the payment. */
export const addPackageTerms: SchemaStep = async (db, { number }) => {
  await db.schema
    .alterTable('order')
    .addColumn('class_hours', number, (column) => column.check(sql`class_hours > 0`))
    .execute()
  await db.schema
    .alterTable('order')
    .addColumn('months', number, (column) => column.check(sql`months > 0`))
    .execute()
}

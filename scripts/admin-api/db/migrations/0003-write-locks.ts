import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** A row for each invariant over several rows; transactions that must keep it lock that row. */
export const createWriteLocks: SchemaStep = async (db, schema) => {
  await schema
    .createTable(db, 'write_lock')
    .addColumn('name', schema.text, (column) => column.primaryKey())
    .execute()
  await sql`insert into write_lock (name) values ('codes'), ('content')`.execute(db)
}

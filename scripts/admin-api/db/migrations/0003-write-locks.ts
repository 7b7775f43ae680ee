import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** A row for each invariant over several rows; transactions that must keep it lock that row. */
export const createWriteLocks: SchemaStep = async (db, { text, strict }) => {
  await sql`create table write_lock (name ${text} primary key) ${strict}`.execute(db)
  await sql`insert into write_lock (name) values ('codes'), ('content')`.execute(db)
}

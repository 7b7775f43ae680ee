import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/**
 * Removes the check on order types: the contract lists them, and new types need no migration. The engines
 * have no common statement to drop an unnamed check, so the column is replaced.
 */
export const dropOrderTypeCheck: SchemaStep = async (db, { text }) => {
  await sql`alter table "order" rename column type to checked_type`.execute(db)
  await sql`alter table "order" add column type ${text}`.execute(db)
  await sql`update "order" set type = checked_type`.execute(db)
  await sql`alter table "order" drop column checked_type`.execute(db)
  await sql`alter table "order" alter column type set not null`.execute(db)
}

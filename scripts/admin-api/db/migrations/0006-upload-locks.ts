import { sql } from 'kysely'
import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Locks across processes: at most one request writes or checks an upload. */
export const createUploadLocks: SchemaStep = async (db, { number, text, keyed }) => {
  await sql`create table upload_lock (
    upload_key ${text} primary key, holder ${text} not null, expires_at ${number} not null,
    is_wanted ${number} not null
  ) ${keyed}`.execute(db)
}

import type { SchemaStep } from '../../../lib/db/migrate.ts'

/** Locks across processes: at most one request writes or checks an upload. */
export const createUploadLocks: SchemaStep = async (db, schema) => {
  await schema
    .createKeyedTable(db, 'upload_lock')
    .addColumn('upload_key', schema.text, (column) => column.primaryKey())
    .addColumn('holder', schema.text, (column) => column.notNull())
    .addColumn('expires_at', schema.number, (column) => column.notNull())
    .addColumn('is_wanted', schema.number, (column) => column.notNull())
    .execute()
}

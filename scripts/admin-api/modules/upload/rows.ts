import type { Selectable } from 'kysely'
import type { Upload } from '#api/upload.ts'
import type { Deps } from '../../deps.ts'
import type { MemberTables } from '../../db/member-tables.ts'
import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'

export type UploadRow = Selectable<MemberTables['upload']>

/** What the contract tells of an upload. */
export function describeUpload({ id, kind, name, bytes, duration_s }: UploadRow): Upload {
  return { id, kind, name, bytes, duration_s }
}

export function findUpload(db: Database, id: number): UploadRow | undefined {
  return all(db, db.query.selectFrom('upload').selectAll().where('id', '=', id))[0]
}

/** Whether an application or a profile shows the upload. */
export function isInUse(db: Database, id: number): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM application_upload WHERE upload_id = ?1)
    OR EXISTS (SELECT 1 FROM user WHERE avatar_upload_id = ?1) AS used`
  return db.prepare(sql).get(id)?.['used'] === 1
}

/**
 * Deletes an upload. Of an unfinished one only what has arrived goes on counting for the day.
 * The row goes first: a file without a row is found and deleted later, a row without file misleads.
 */
export async function deleteUpload({ db, storage }: Deps, { id, key, state, bytes }: UploadRow) {
  const taken = state === 'open' ? Math.max(1, (await storage.measure(key)) ?? 0) : bytes
  const sql = `UPDATE upload SET state = 'deleted', bytes = ? WHERE id = ? AND state = ?`
  // In another state by now: it was confirmed meanwhile, and may be in use.
  if (db.prepare(sql).run(taken, id, state).changes > 0) await storage.remove(key)
}

import type { UploadKind } from '#api/upload.ts'
import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'
import { BusinessError } from '../../errors.ts'
import { findUpload } from './rows.ts'

/** Of the named uploads those that may be used: the member's own, checked, in no application yet. */
export function loadReadyUploads(
  db: Database,
  userId: number,
  ids: readonly number[],
  kind: UploadKind,
) {
  if (ids.length === 0) return []
  const query = db.query
    .selectFrom('upload')
    .leftJoin('application_upload', 'application_upload.upload_id', 'upload.id')
    .select(['upload.id', 'upload.kind', 'upload.key', 'upload.name', 'upload.bytes'])
    .where('upload.user_id', '=', userId)
    .where('upload.kind', '=', kind)
    .where('upload.state', '=', 'ready')
    .where('application_upload.upload_id', 'is', null)
    .where('upload.id', 'in', ids)
  return all(db, query)
}

/** The refusal of an upload that may not be used, which names a foreign one as such in the log. */
export function refuseUpload(db: Database, userId: number, id: number): BusinessError {
  const row = findUpload(db, id)
  const isForeign = row !== undefined && row.user_id !== userId
  return new BusinessError(500405, null, isForeign ? 'upload of another member' : undefined)
}

/**
 * Makes uploads part of an application. Call it inside the transaction that writes the application:
 * it is synchronous, and what it refuses must undo the application too.
 * @throws BusinessError 500405 when one is not the member's own, of another kind, not checked yet,
 *   deleted, named twice or part of another application
 */
export function claimUploads(
  db: Database,
  claim: {
    userId: number
    applicationId: number
    uploads: readonly { id: number; kind: UploadKind }[]
  },
): void {
  const insert = db.prepare(
    'INSERT INTO application_upload (application_id, upload_id) VALUES (?, ?)',
  )
  for (const { id, kind } of claim.uploads) {
    // One by one: what was claimed a moment ago is not free for the next.
    if (loadReadyUploads(db, claim.userId, [id], kind).length === 0) {
      throw refuseUpload(db, claim.userId, id)
    }
    insert.run(claim.applicationId, id)
  }
}

import type { UploadKind } from '#api/upload.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { findUpload, lockUpload } from './rows.ts'

/** Of the named uploads those that may be used: the member's own, checked, in no application yet. */
export async function loadReadyUploads(
  db: Reader,
  userId: number,
  ids: readonly number[],
  kind: UploadKind,
) {
  if (ids.length === 0) return []
  return db
    .selectFrom('upload')
    .leftJoin('application_upload', 'application_upload.upload_id', 'upload.id')
    .select(['upload.id', 'upload.kind', 'upload.key', 'upload.name', 'upload.bytes'])
    .where('upload.user_id', '=', userId)
    .where('upload.kind', '=', kind)
    .where('upload.state', '=', 'ready')
    .where('application_upload.upload_id', 'is', null)
    .where('upload.id', 'in', ids)
    .execute()
}

/** The refusal of an upload that may not be used, which names a foreign one as such in the log. */
export async function refuseUpload(db: Reader, userId: number, id: number): Promise<BusinessError> {
  const row = await findUpload(db, id)
  const isForeign = row !== undefined && row.user_id !== userId
  return new BusinessError(500405, null, isForeign ? 'upload of another member' : undefined)
}

/**
 * Makes uploads part of an application, in the transaction that writes the application: what is refused
 * here undoes the application too.
 * @throws BusinessError 500405 when one is not the member's own, of another kind, not checked yet,
 *   deleted, named twice or part of another application
 */
export async function claimUploads(
  trx: Transaction,
  claim: {
    userId: number
    applicationId: number
    uploads: readonly { id: number; kind: UploadKind }[]
  },
): Promise<void> {
  const { userId, applicationId: application_id } = claim
  for (const { id: upload_id, kind } of claim.uploads) {
    await lockUpload(trx, upload_id)
    // One by one: what was claimed a moment ago is not free for the next.
    if ((await loadReadyUploads(trx, userId, [upload_id], kind)).length === 0) {
      throw await refuseUpload(trx, userId, upload_id)
    }
    await trx.insertInto('application_upload').values({ application_id, upload_id }).execute()
  }
}

import type { UploadKind } from '#api/upload.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { findUpload, lockUpload } from './rows.ts'

/** The usable uploads among the ids: the member's own, checked and not part of an application. */
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

/** The error for an unusable upload; an upload of another member is logged as a denial. */
export async function refuseUpload(db: Reader, userId: number, id: number): Promise<BusinessError> {
  const row = await findUpload(db, id)
  const isForeign = row !== undefined && row.user_id !== userId
  return new BusinessError(500405, null, isForeign ? 'upload of another member' : undefined)
}

/**
 * Attaches uploads to an application, in the transaction that creates the application.
 * @throws BusinessError 500405 when an upload is another member's, of the wrong kind, not checked yet,
 *   deleted, listed twice or part of another application
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
    // One at a time, so that an id that is listed twice is refused.
    if ((await loadReadyUploads(trx, userId, [upload_id], kind)).length === 0) {
      throw await refuseUpload(trx, userId, upload_id)
    }
    await trx.insertInto('application_upload').values({ application_id, upload_id }).execute()
  }
}

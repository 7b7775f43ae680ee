import type { UploadKind } from '#api/upload.ts'
import type { Transaction } from '../../db/open.ts'
import { hasRows } from '../../db/rows.ts'
import { BusinessError } from '../../errors.ts'
import { findUpload, lockUpload } from './rows.ts'

/**
 * Locks an upload that a member is about to use. An upload of another member is logged as a denial.
 * @throws BusinessError 500405 unless it is the member's own, of this kind, checked and not part of an
 *   application
 */
export async function lockReadyUpload(
  trx: Transaction,
  userId: number,
  { id, kind }: { id: number; kind: UploadKind },
): Promise<void> {
  await lockUpload(trx, id)
  const ready = trx
    .selectFrom('upload')
    .leftJoin('application_upload', 'application_upload.upload_id', 'upload.id')
    .where('upload.user_id', '=', userId)
    .where('upload.kind', '=', kind)
    .where('upload.state', '=', 'ready')
    .where('application_upload.upload_id', 'is', null)
    .where('upload.id', '=', id)
  if (await hasRows(ready)) return
  const row = await findUpload(trx, id)
  const isForeign = row !== undefined && row.user_id !== userId
  throw new BusinessError(500405, null, isForeign ? 'upload of another member' : undefined)
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
  for (const upload of claim.uploads) {
    // One at a time, so that an id that is listed twice is refused.
    await lockReadyUpload(trx, claim.userId, upload)
    const row = { application_id: claim.applicationId, upload_id: upload.id }
    await trx.insertInto('application_upload').values(row).execute()
  }
}

import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Upload } from '#api/upload.ts'
import type { Deps } from '../../deps.ts'
import type { MemberTables } from '../../db/member-tables.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { hasRows } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'

export type UploadRow = Selectable<MemberTables['upload']>

/** The upload as in the contract. */
export function describeUpload({ id, kind, name, bytes, duration_s }: UploadRow): Upload {
  return { id, kind, name, bytes, duration_s }
}

/** File name of the download. Avatars were re-encoded, so their extension changes. */
export function getFileName({ kind, name }: Pick<UploadRow, 'kind' | 'name'>): string {
  return kind === 'avatar' ? name.replace(/\.\w+$/, '.webp') : name
}

export const findUpload = (db: Reader, id: number): Promise<UploadRow | undefined> =>
  db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * The URL of a member's avatar; null without one. The file is immutable, and its random key cannot be
 * guessed.
 */
export async function findAvatarUrl(db: Reader, uploadId: number | null): Promise<string | null> {
  const row = uploadId === null ? undefined : await findUpload(db, uploadId)
  const isPicture = row?.kind === 'avatar' && row.state === 'ready'
  return isPicture ? `/api/upload/avatar/${row.key}.webp` : null
}

/** SQL condition: no application and no profile uses the upload. */
export const isUnused = ({ and, not, exists, selectFrom }: ExpressionBuilder<Tables, 'upload'>) =>
  and([
    not(
      exists(
        selectFrom('application_upload')
          .select('application_upload.upload_id')
          .whereRef('application_upload.upload_id', '=', 'upload.id'),
      ),
    ),
    not(
      exists(
        selectFrom('user').select('user.id').whereRef('user.avatar_upload_id', '=', 'upload.id'),
      ),
    ),
  ])

/** Whether an application or a profile uses the upload. */
export async function isInUse(db: Reader, id: number): Promise<boolean> {
  const unused = db.selectFrom('upload').where('id', '=', id).where(isUnused)
  return !(await hasRows(unused))
}

/**
 * Locks an upload until the end of the transaction. Every transaction that uses or deletes an upload must
 * lock it first.
 */
export async function lockUpload(trx: Transaction, id: number): Promise<void> {
  await trx.selectFrom('upload').select('id').where('id', '=', id).forUpdate().execute()
}

/**
 * Deletes an upload. An unfinished one counts towards the quota with the bytes received. The row is updated
 * before the file is deleted: `deleteExpiredUploads` deletes files without a row.
 */
export async function deleteUpload({ db, storage }: Deps, { id, key, state, bytes }: UploadRow) {
  const countedBytes = state === 'open' ? Math.max(1, (await storage.measure(key)) ?? 0) : bytes
  const { numUpdatedRows } = await db.transaction(async (trx) => {
    await lockUpload(trx, id)
    return (
      trx
        .updateTable('upload')
        .set({ state: 'deleted', bytes: countedBytes })
        .where('id', '=', id)
        // Skipped if the upload was confirmed or used in the meantime.
        .where('state', '=', state)
        .where(isUnused)
        .executeTakeFirst()
    )
  })
  if (numUpdatedRows > 0n) await storage.remove(key)
}

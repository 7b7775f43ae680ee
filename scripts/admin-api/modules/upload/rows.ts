import type { ExpressionBuilder, Selectable } from 'kysely'
import type { Upload } from '#api/upload.ts'
import type { Deps } from '../../deps.ts'
import type { MemberTables } from '../../db/member-tables.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'

export type UploadRow = Selectable<MemberTables['upload']>

/** What the contract tells of an upload. */
export function describeUpload({ id, kind, name, bytes, duration_s }: UploadRow): Upload {
  return { id, kind, name, bytes, duration_s }
}

/** File name of the download. Avatars were re-encoded, so their extension changes. */
export function getFileName({ kind, name }: Pick<UploadRow, 'kind' | 'name'>): string {
  return kind === 'avatar' ? name.replace(/\.\w+$/, '.webp') : name
}

export const findUpload = (db: Reader, id: number): Promise<UploadRow | undefined> =>
  db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()

/** Uploads that no application and no profile shows. */
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

/** Whether an application or a profile shows the upload. */
export async function isInUse(db: Reader, id: number): Promise<boolean> {
  const query = db.selectFrom('upload').select('id').where('id', '=', id).where(isUnused)
  return (await query.executeTakeFirst()) === undefined
}

/**
 * Waits until no other transaction begins or ends the use of an upload, and keeps others waiting: who
 * uses one locks it first, and so does who deletes it.
 */
export async function lockUpload(trx: Transaction, id: number): Promise<void> {
  await trx.selectFrom('upload').select('id').where('id', '=', id).forUpdate().execute()
}

/**
 * Deletes an upload. Of an unfinished one only what has arrived goes on counting for the day.
 * The row goes first: a file without a row is found and deleted later, a row without file misleads.
 */
export async function deleteUpload({ db, storage }: Deps, { id, key, state, bytes }: UploadRow) {
  const taken = state === 'open' ? Math.max(1, (await storage.measure(key)) ?? 0) : bytes
  const { numUpdatedRows } = await db.transaction(async (trx) => {
    await lockUpload(trx, id)
    return (
      trx
        .updateTable('upload')
        .set({ state: 'deleted', bytes: taken })
        .where('id', '=', id)
        // In another state by now: it was confirmed meanwhile. Or a form took it since.
        .where('state', '=', state)
        .where(isUnused)
        .executeTakeFirst()
    )
  })
  if (numUpdatedRows > 0n) await storage.remove(key)
}

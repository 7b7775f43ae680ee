import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { LIFETIMES } from './limits.ts'
import { isUnused } from './rows.ts'

/** Uploads per transaction. */
const BATCH_SIZE = 500

/** SQL condition: unfinished for a day, unused for a week, or past the retention after the decision. */
const isExpired =
  (now: number) =>
  (upload: ExpressionBuilder<Tables, 'upload'>): Expression<SqlBool> => {
    const { openMs, unusedMs, decidedMs } = LIFETIMES
    const isReady = upload('state', '=', 'ready')
    const decided = upload
      .selectFrom('application_upload')
      .innerJoin('application', 'application.id', 'application_upload.application_id')
      .select('application_upload.upload_id')
      .where('application.decided_at', '<', now - decidedMs)
    return upload.or([
      upload('state', 'in', ['open', 'received']).and('created_at', '<', now - openMs),
      isReady.and('ready_at', '<', now - unusedMs).and(isUnused(upload)),
      isReady.and('id', 'in', decided),
    ])
  }

/** Marks a batch of expired uploads as deleted. @returns the number of uploads in the batch */
async function expireBatch(trx: Transaction, now: number): Promise<number> {
  // Uploads locked by a form are skipped; the second statement evaluates the condition again.
  const expired = await trx
    .selectFrom('upload')
    .select('id')
    .where(isExpired(now))
    .limit(BATCH_SIZE)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = expired.map(({ id }) => id)
  if (ids.length === 0) return 0
  const rows = trx.updateTable('upload').set({ state: 'deleted' }).where('id', 'in', ids)
  await rows.where(isExpired(now)).execute()
  return ids.length
}

/** Deletes rows of files that were deleted, with the names of the files, also those of applications. */
async function deleteOldRows(trx: Transaction, now: number): Promise<void> {
  const old = trx
    .selectFrom('upload')
    .select('id')
    .where('state', 'in', ['refused', 'deleted'])
    .where('created_at', '<', now - LIFETIMES.forgottenMs)
  await trx.deleteFrom('application_upload').where('upload_id', 'in', old).execute()
  await trx.deleteFrom('upload').where('id', 'in', old).where(isUnused).execute()
}

/**
 * Deletes expired uploads, files without a row, and old rows.
 * @returns the number of expired uploads and of deleted files
 */
export async function deleteExpiredUploads(
  { db, storage }: Deps,
  now: number,
): Promise<{ uploads: number; files: number }> {
  let uploads = 0
  for (let count = BATCH_SIZE; count === BATCH_SIZE; uploads += count) {
    count = await db.transaction((trx) => expireBatch(trx, now))
  }
  // Objects are listed before rows, so that an object uploaded in between has a row.
  const keys = await storage.list()
  const live = await db.query
    .selectFrom('upload')
    .select('key')
    .where('state', 'in', ['open', 'received', 'ready'])
    .execute()
  const liveKeys = new Set(live.map(({ key }) => key))
  const orphans = keys.filter((key) => !liveKeys.has(key))
  for (const key of orphans) await storage.remove(key)
  await db.transaction((trx) => deleteOldRows(trx, now))
  return { uploads, files: orphans.length }
}

import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { Transaction } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { LIFETIMES } from './limits.ts'
import { isUnused } from './rows.ts'

/** Uploads in a transaction. */
const BATCH = 500

/** Unfinished for a day, never used, or decided upon long ago. */
const isOver =
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

/** Gives up what is over, some at once. @returns how many were given up */
async function giveUp(trx: Transaction, now: number): Promise<number> {
  // What a form uses at this moment is locked, and looked at again by the second statement.
  const over = await trx
    .selectFrom('upload')
    .select('id')
    .where(isOver(now))
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = over.map(({ id }) => id)
  if (ids.length === 0) return 0
  const rows = trx.updateTable('upload').set({ state: 'deleted' }).where('id', 'in', ids)
  await rows.where(isOver(now)).execute()
  return ids.length
}

/** Forgets rows that tell nothing any more. */
async function forget(trx: Transaction, now: number): Promise<void> {
  await trx
    .deleteFrom('upload')
    .where('state', 'in', ['refused', 'deleted'])
    .where('created_at', '<', now - LIFETIMES.forgottenMs)
    .where(isUnused)
    .execute()
}

/**
 * Deletes files that nobody needs any more, files that no row knows, and rows that tell nothing.
 * @returns how many uploads were given up, and how many files deleted
 */
export async function sweepUploads(
  { db, storage }: Deps,
  now: number,
): Promise<{ uploads: number; files: number }> {
  let uploads = 0
  for (let some = BATCH; some === BATCH; uploads += some) {
    some = await db.transaction((trx) => giveUp(trx, now))
  }
  // Objects before rows: an object that comes meanwhile has its row already.
  const keys = await storage.list()
  const alive = await db.query
    .selectFrom('upload')
    .select('key')
    .where('state', 'in', ['open', 'received', 'ready'])
    .execute()
  const known = new Set(alive.map(({ key }) => key))
  const unknown = keys.filter((key) => !known.has(key))
  for (const key of unknown) await storage.remove(key)
  await db.transaction((trx) => forget(trx, now))
  return { uploads, files: unknown.length }
}

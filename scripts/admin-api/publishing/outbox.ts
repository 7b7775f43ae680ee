import { randomUUID } from 'node:crypto'
import type { Updateable } from 'kysely'
import { readJson, writeJson } from '../db/json.ts'
import { takeLock } from '../db/locks.ts'
import type { Database, Reader, Transaction } from '../db/open.ts'
import type { ContentChange, Tables } from '../db/tables.ts'
import { DAY } from '../../lib/durations.ts'

// Transactional outbox of content changes: entries are written in the transaction of the change, so the site
// is notified of every committed change, even after a crash.

/** Maximum of listed changes; the rest is only counted, because the receiver fetches the content anyway. */
export const MAX_CHANGES = 200

/** Merges changes to one per item, the last; `due` does not replace an edit. */
function joinChanges(before: readonly ContentChange[], added: readonly ContentChange[]) {
  const joined = new Map<string, ContentChange>()
  for (const one of [...before, ...added]) {
    const key = `${one.kind} ${one.id}`
    if (one.action !== 'due' || !joined.has(key)) joined.set(key, one)
  }
  return [...joined.values()]
}

/** The waiting delivery; there is at most one. */
const selectWaiting = (db: Reader) =>
  db
    .selectFrom('content_delivery')
    .select(['id', 'version', 'changes', 'created_at', 'tries'])
    .where('state', '=', 'waiting')

/**
 * Queues a notification of changes; call inside the transaction that makes them. Changes are merged into a
 * waiting delivery. If that was attempted already, a new delivery replaces it, because a webhook id must
 * always have the same body.
 * @param now epoch ms
 */
export async function announceChanges(
  trx: Transaction,
  version: string,
  changes: readonly ContentChange[],
  now: number,
): Promise<void> {
  await takeLock(trx, 'content')
  const waiting = await selectWaiting(trx).forUpdate().executeTakeFirst()
  const joined = writeJson(joinChanges(waiting ? readJson(waiting.changes) : [], changes))
  const update = trx.updateTable('content_delivery').where('id', '=', waiting?.id ?? '')
  if (waiting?.tries === 0) {
    await update.set({ version, changes: joined }).execute()
    return
  }
  if (waiting) await update.set({ state: 'joined', ended_at: now }).execute()
  const id = `content-${randomUUID()}`
  await trx
    .insertInto('content_delivery')
    .values({ id, version, changes: joined, created_at: now, next_try_at: now })
    .execute()
}

/** The delivery that is due, if any. */
export const findDueDelivery = (db: Reader, now: number) =>
  selectWaiting(db).where('next_try_at', '<=', now).executeTakeFirst()
export type Delivery = NonNullable<Awaited<ReturnType<typeof findDueDelivery>>>

/**
 * Records an attempt before it is made; from then on the body of the delivery does not change.
 * @returns false if another process has started an attempt, or the delivery has ended
 */
export async function beginAttempt(
  trx: Transaction,
  { id, tries }: Delivery,
  nextTryAt: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('content_delivery')
    .set({ tries: tries + 1, next_try_at: nextTryAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('tries', '=', tries)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records the result of an attempt, unless a newer delivery has replaced this one. */
export async function recordAttempt(
  trx: Transaction,
  { id }: Delivery,
  result: Updateable<Tables['content_delivery']>,
): Promise<void> {
  await trx
    .updateTable('content_delivery')
    .set(result)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Makes the waiting delivery due now: after a restart the receiver may be reachable again. */
export async function retryDeliveriesNow(db: Database, now: number): Promise<void> {
  await db.transaction((trx) =>
    trx
      .updateTable('content_delivery')
      .set({ next_try_at: now })
      .where('state', '=', 'waiting')
      .where('next_try_at', '>', now)
      .execute(),
  )
}

const RETENTION_MS = 30 * DAY

export async function deleteOldDeliveries(db: Database, now: number): Promise<void> {
  await db.transaction((trx) =>
    trx
      .deleteFrom('content_delivery')
      .where('ended_at', '<', now - RETENTION_MS)
      .execute(),
  )
}

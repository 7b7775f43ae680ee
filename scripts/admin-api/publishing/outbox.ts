import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { takeLock } from '../db/locks.ts'
import type { Database, Reader, Transaction } from '../db/open.ts'

// Changes of content wait here until the site was notified of them. They are written in the transaction
// that makes them: the site learns of every committed change, whatever happens in between.

const ChangeSchema = v.object({
  /** A folder of the content, or `pages`. */
  kind: v.string(),
  id: v.number(),
  /** `due`: time alone changed what is shown. */
  action: v.picklist(['changed', 'removed', 'due']),
})
export type ContentChange = v.InferOutput<typeof ChangeSchema>

const DeliverySchema = v.object({
  id: v.string(),
  version: v.string(),
  changes: v.pipe(v.string(), v.parseJson(), v.array(ChangeSchema)),
  created_at: v.number(),
  tries: v.number(),
})
export type Delivery = v.InferOutput<typeof DeliverySchema>

/** More than this is reported as a number: the receiver reads the content anyway. */
export const MOST_CHANGES = 200

/** Each item once, with its last change; an edit outranks the clock. */
function joinChanges(before: readonly ContentChange[], added: readonly ContentChange[]) {
  const joined = new Map<string, ContentChange>()
  for (const one of [...before, ...added]) {
    const key = `${one.kind} ${one.id}`
    if (one.action !== 'due' || !joined.has(key)) joined.set(key, one)
  }
  return [...joined.values()]
}

/** The delivery that waits; there is one at most. */
const selectWaiting = (db: Reader) =>
  db
    .selectFrom('content_delivery')
    .select(['id', 'version', 'changes', 'created_at', 'tries'])
    .where('state', '=', 'waiting')

const parseDelivery = (row: object | undefined): Delivery | null =>
  row ? v.parse(DeliverySchema, row) : null

/**
 * Notes that the site must be notified of changes; for use inside the transaction that makes them. What
 * was not sent yet is joined; what was tried already gives its changes to a new delivery, because
 * one number must always mean the same body.
 * @param now epoch ms
 */
export async function announceChanges(
  trx: Transaction,
  version: string,
  changes: readonly ContentChange[],
  now: number,
): Promise<void> {
  await takeLock(trx, 'content')
  const waiting = parseDelivery(await selectWaiting(trx).forUpdate().executeTakeFirst())
  const joined = JSON.stringify(joinChanges(waiting?.changes ?? [], changes))
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

/** What is to be sent now, null when nothing is. */
export const findDue = async (db: Reader, now: number): Promise<Delivery | null> =>
  parseDelivery(await selectWaiting(db).where('next_try_at', '<=', now).executeTakeFirst())

/**
 * Notes a try before it is made: from then on its body stays as it is.
 * @returns false when another process has begun one, or the delivery has ended
 */
export async function beginTry(
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

/** Ends a delivery, unless a newer one has taken its changes over. */
export async function endDelivery(
  trx: Transaction,
  { id }: Delivery,
  state: 'delivered' | 'given_up',
  now: number,
): Promise<void> {
  await trx
    .updateTable('content_delivery')
    .set({ state, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

export async function noteFault(trx: Transaction, { id }: Delivery, fault: string): Promise<void> {
  await trx.updateTable('content_delivery').set({ fault }).where('id', '=', id).execute()
}

/** Lets waiting deliveries be tried now: after a restart they have not failed yet. */
export async function hastenDelivery(db: Database, now: number): Promise<void> {
  await db.transaction((trx) =>
    trx
      .updateTable('content_delivery')
      .set({ next_try_at: now })
      .where('state', '=', 'waiting')
      .where('next_try_at', '>', now)
      .execute(),
  )
}

const KEPT_MS = 30 * 24 * 3600 * 1000

export async function forgetDeliveries(db: Database, now: number): Promise<void> {
  await db.transaction((trx) =>
    trx
      .deleteFrom('content_delivery')
      .where('ended_at', '<', now - KEPT_MS)
      .execute(),
  )
}

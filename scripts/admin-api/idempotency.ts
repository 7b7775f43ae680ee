import { setTimeout } from 'node:timers/promises'
import type { EndpointKey } from '#api/index.ts'
import type { Database, Reader, Transaction } from './db/open.ts'
import { hasRows } from './db/rows.ts'
import type { Deps } from './deps.ts'
import { BusinessError, RequestError } from './errors.ts'
import { hash } from './security/hash.ts'

/** Keys that callers may choose. */
export const IDEMPOTENCY_KEY = /^[A-Za-z0-9_-]{8,128}$/

interface WriteCall {
  key: string
  endpoint: EndpointKey
  body: unknown
  userId: number
  now: number
}

/** @throws RequestError bad_request for a malformed key */
export function readIdempotencyKey(given: string | undefined): string | null {
  if (given === undefined) return null
  if (!IDEMPOTENCY_KEY.test(given))
    throw new RequestError('bad_request', 'idempotency-key: 8 to 128 letters')
  return given
}

/** Hash of a validated body; it distinguishes a repeat from another request with the same key. */
export const hashBody = (body: unknown): string => hash(JSON.stringify(body))

/** Stored while the write is in progress. */
const NO_RESULT = ''
/** A write that takes longer has died with its process: provider calls time out after 5 s. */
export const LEASE_MS = 15_000
/** Interval at which the result of another process is polled. */
const POLL_MS = 100

type Claim = { kind: 'claimed' } | { kind: 'finished'; result: unknown } | { kind: 'in_progress' }

/**
 * Claims a key for one execution of its write.
 * @throws BusinessError 500105 when the key was used for another request
 */
async function claimKey(
  trx: Transaction,
  { userId, key, endpoint, now }: WriteCall,
  bodyHash: string,
): Promise<Claim> {
  const added = await trx
    .insertInto('idempotency_key')
    .values({
      user_id: userId,
      key,
      endpoint,
      body_hash: bodyHash,
      answer: NO_RESULT,
      created_at: now,
    })
    .onConflict((row) => row.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) return { kind: 'claimed' }
  const rows = trx
    .selectFrom('idempotency_key')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .forUpdate()
  const row = await rows.executeTakeFirst()
  // Its write has just failed and released the key.
  if (!row) return { kind: 'in_progress' }
  if (row.endpoint !== endpoint || row.body_hash !== bodyHash) throw new BusinessError(500105)
  if (row.answer !== NO_RESULT) {
    const result: unknown = JSON.parse(row.answer)
    return { kind: 'finished', result }
  }
  if (now < row.created_at + LEASE_MS) return { kind: 'in_progress' }
  await trx
    .updateTable('idempotency_key')
    .set({ created_at: now })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
  return { kind: 'claimed' }
}

/**
 * Executes a write.
 * @param isRepeat whether an earlier call has done the write, so that only its result is returned
 */
type Run = (isRepeat: boolean) => unknown

/** Whether an earlier call has created the order. */
function hasOrder(db: Reader, { userId, key }: WriteCall): Promise<boolean> {
  const orders = db.selectFrom('order').where('user_id', '=', userId)
  return hasRows(orders.where('idempotency_key', '=', key))
}

/**
 * Executes a write once per member and key. A repeat gets the first result, another body with the same
 * key is refused (500105), and concurrent repeats wait for the first call, also across processes.
 * Failures are not stored, so that a retry can succeed. A write that must not be repeated after a crash
 * between its commit and the recording of its result needs a unique index of its own.
 */
export function createIdempotency({
  db,
  health,
}: Pick<Deps, 'db'> & { health: Pick<Deps['health'], 'report'> }) {
  const inProgress = new Map<string, { bodyHash: string; result: Promise<unknown> }>()

  /** Waits while another process executes the write, at most until its lease expires. */
  async function claimOrWait(call: WriteCall, bodyHash: string) {
    for (let { now } = call; ; now += POLL_MS) {
      const claim = await db.transaction((trx) => claimKey(trx, { ...call, now }, bodyHash))
      if (claim.kind !== 'in_progress') return claim
      await setTimeout(POLL_MS)
    }
  }

  async function recordResult({ userId, key }: WriteCall, result: unknown): Promise<void> {
    try {
      await db.transaction((trx) =>
        trx
          .updateTable('idempotency_key')
          .set({ answer: JSON.stringify(result) })
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .execute(),
      )
    } catch (error) {
      // The write is committed, so a storage fault here must not fail the call.
      if (health.report(error) === undefined) throw error
    }
  }

  async function release({ userId, key }: WriteCall): Promise<void> {
    await db.transaction((trx) =>
      trx
        .deleteFrom('idempotency_key')
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .where('answer', '=', NO_RESULT)
        .execute(),
    )
  }

  async function runFirst(call: WriteCall, bodyHash: string, run: Run) {
    // An order stores its key in its own transaction, and a repeat returns its current state.
    if (call.endpoint === 'POST /api/order/create') return run(await hasOrder(db.query, call))
    const claim = await claimOrWait(call, bodyHash)
    if (claim.kind === 'finished') return claim.result
    let result: unknown
    try {
      result = await run(false)
    } catch (error) {
      // If the release fails, the lease expires.
      await release(call).catch(health.report)
      throw error
    }
    await recordResult(call, result)
    return result
  }

  return {
    async runOnce(call: WriteCall, run: Run): Promise<unknown> {
      const bodyHash = hashBody(call.body)
      const name = `${call.userId} ${call.endpoint} ${call.key}`
      const first = inProgress.get(name)
      if (first) {
        if (first.bodyHash !== bodyHash) throw new BusinessError(500105)
        return first.result
      }
      const result = runFirst(call, bodyHash, run)
      inProgress.set(name, { bodyHash, result })
      return result.finally(() => inProgress.delete(name))
    },
  }
}

/** Releases keys of writes that were interrupted by a crash. Only for an installation with one process. */
export async function releaseUnfinishedKeys(db: Database): Promise<void> {
  await db.transaction((trx) =>
    trx.deleteFrom('idempotency_key').where('answer', '=', NO_RESULT).execute(),
  )
}

import { setTimeout } from 'node:timers/promises'
import type { EndpointKey } from '#api/index.ts'
import type { DatabaseHealth } from './db/health.ts'
import type { Database, Reader, Transaction } from './db/open.ts'
import { BusinessError, RequestError } from './errors.ts'
import { hash } from './security/hash.ts'

export const RESPONSES_KEPT_MS = 48 * 60 * 60 * 1000
const KEY = /^[A-Za-z0-9_-]{8,128}$/

interface Attempt {
  key: string
  endpoint: EndpointKey
  body: unknown
  userId: number
  now: number
}

/** @throws RequestError bad_request for a key that is none */
export function readIdempotencyKey(given: string | undefined): string | null {
  if (given === undefined) return null
  if (!KEY.test(given)) throw new RequestError('bad_request', 'idempotency-key: 8 to 128 letters')
  return given
}

/** A hash of a validated body, to tell a repeat from another request under the same key. */
export const hashBody = (body: unknown): string => hash(JSON.stringify(body))

/** A write that is under way has no answer yet. */
const UNANSWERED = ''
/** A write that takes longer than this has died with its process: providers are waited for 5 s. */
const LEASE_MS = 15_000
/** How often the answer of another process is looked for. */
const POLL_MS = 100

type Reservation =
  { kind: 'reserved' } | { kind: 'answered'; answer: unknown } | { kind: 'under_way' }

/**
 * Reserves a key for one run of its write.
 * @throws BusinessError 500105 when the key belongs to another request
 */
async function reserve(
  trx: Transaction,
  { userId, key, endpoint, now }: Attempt,
  bodyHash: string,
): Promise<Reservation> {
  const added = await trx
    .insertInto('idempotency_key')
    .values({
      user_id: userId,
      key,
      endpoint,
      body_hash: bodyHash,
      answer: UNANSWERED,
      created_at: now,
    })
    .onConflict((row) => row.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) return { kind: 'reserved' }
  const rows = trx
    .selectFrom('idempotency_key')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .forUpdate()
  const row = await rows.executeTakeFirst()
  // Its write has failed this moment.
  if (!row) return { kind: 'under_way' }
  if (row.endpoint !== endpoint || row.body_hash !== bodyHash) throw new BusinessError(500105)
  if (row.answer !== UNANSWERED) {
    const answer: unknown = JSON.parse(row.answer)
    return { kind: 'answered', answer }
  }
  if (now < row.created_at + LEASE_MS) return { kind: 'under_way' }
  await trx
    .updateTable('idempotency_key')
    .set({ created_at: now })
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .execute()
  return { kind: 'reserved' }
}

/**
 * Runs a write.
 * @param isRepeat whether an earlier call has done it already, so that it only gives its result
 */
type Run = (isRepeat: boolean) => unknown

/** Whether a write that records its key with what it creates has been done already. */
type FindRepeat = (db: Reader, attempt: Attempt) => Promise<boolean>

/**
 * Writes that record their key in their own transaction: what they create and the key are kept together or
 * not at all, and a repeat shows what was created as it is by now.
 */
const SELF_RECORDED: { [Key in EndpointKey]?: FindRepeat } = {
  'POST /api/order/create': async (db, { userId, key }) => {
    const order = db.selectFrom('order').select('id').where('user_id', '=', userId)
    return (await order.where('idempotency_key', '=', key).executeTakeFirst()) !== undefined
  },
}

interface IdempotencyOptions {
  db: Database
  health: Pick<DatabaseHealth, 'report'>
}

/**
 * Runs a write once per member and key: a repeat gets the first answer, another body with the same
 * key is refused (500105), repeats under way wait for the first, also for one of another process.
 * Failures are not kept: trying again after one must be able to succeed. A write that must survive a
 * crash between its commit and this record has a unique index of its own.
 */
export function createIdempotency({ db, health }: IdempotencyOptions) {
  const underWay = new Map<string, { bodyHash: string; answer: Promise<unknown> }>()

  async function reserveOrWait(attempt: Attempt, bodyHash: string): Promise<Reservation> {
    for (let waitedMs = 0; waitedMs < LEASE_MS; waitedMs += POLL_MS) {
      const reservation = await db.transaction((trx) => reserve(trx, attempt, bodyHash))
      if (reservation.kind !== 'under_way') return reservation
      await setTimeout(POLL_MS)
    }
    return { kind: 'reserved' }
  }

  async function record({ userId, key }: Attempt, answer: unknown): Promise<void> {
    try {
      await db.transaction((trx) =>
        trx
          .updateTable('idempotency_key')
          .set({ answer: JSON.stringify(answer) })
          .where('user_id', '=', userId)
          .where('key', '=', key)
          .execute(),
      )
    } catch (error) {
      // The write itself is committed: to refuse it now would be wrong.
      if (health.report(error) === undefined) throw error
    }
  }

  async function release({ userId, key }: Attempt): Promise<void> {
    await db.transaction((trx) =>
      trx
        .deleteFrom('idempotency_key')
        .where('user_id', '=', userId)
        .where('key', '=', key)
        .where('answer', '=', UNANSWERED)
        .execute(),
    )
  }

  async function runFirst(attempt: Attempt, bodyHash: string, run: Run) {
    const findRepeat = SELF_RECORDED[attempt.endpoint]
    if (findRepeat) return run(await findRepeat(db.query, attempt))
    const reservation = await reserveOrWait(attempt, bodyHash)
    if (reservation.kind === 'answered') return reservation.answer
    let answer: unknown
    try {
      answer = await run(false)
    } catch (error) {
      // What the database refuses to release is released by its lease.
      await release(attempt).catch(health.report)
      throw error
    }
    await record(attempt, answer)
    return answer
  }

  return {
    async runOnce(attempt: Attempt, run: Run): Promise<unknown> {
      const bodyHash = hashBody(attempt.body)
      const name = `${attempt.userId} ${attempt.key}`
      const first = underWay.get(name)
      if (first) {
        if (first.bodyHash !== bodyHash) throw new BusinessError(500105)
        return first.answer
      }
      const answer = runFirst(attempt, bodyHash, run)
      underWay.set(name, { bodyHash, answer })
      return answer.finally(() => underWay.delete(name))
    },
    /** Forgets old keys with their answers. @returns how many were deleted */
    async sweep(now: number): Promise<number> {
      const { numDeletedRows } = await db.transaction((trx) =>
        trx
          .deleteFrom('idempotency_key')
          .where('created_at', '<', now - RESPONSES_KEPT_MS)
          .executeTakeFirst(),
      )
      return Number(numDeletedRows)
    },
  }
}

/** Releases the keys of writes that died with the only process of an installation, at its next start. */
export async function releaseUnanswered(db: Database): Promise<void> {
  await db.transaction((trx) =>
    trx.deleteFrom('idempotency_key').where('answer', '=', UNANSWERED).execute(),
  )
}

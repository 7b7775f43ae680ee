import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import type { Database } from '../../db/open.ts'
import { UnavailableError } from '../../errors.ts'

/** Locks that let one request at a time write or check an upload. */
export interface UploadLocks {
  /** Locks for the tus server; null for its default, which works within one process. */
  readonly locker: Locker | null
  /**
   * Runs a check while no other process checks the object.
   * @throws UnavailableError 500408 when the lock is not free in time
   */
  withLock<T>(key: string, run: () => Promise<T>): Promise<T>
}

/** For an installation of one process: the tus server and `createConfirm` serialise in memory. */
export const LOCAL_LOCKS: UploadLocks = { locker: null, withLock: (_key, run) => run() }

/** A lock that is not renewed expires after this time: its process died or lost the database. */
const LEASE_MS = 20_000
const RENEW_MS = 5000
/** Interval at which holders check for waiting requests, and waiting requests for the lock. */
const POLL_MS = 200
/** Maximum wait of tus requests: the holder's client is disconnected, or its request gets cancelled. */
const MAX_WAIT_MS = 30_000
/** Maximum wait for a file check, which takes longer. */
const MAX_CHECK_WAIT_MS = 90_000

/** tus clients retry on this status. */
const LOCK_TIMEOUT = { status_code: 500, body: 'another request is writing this upload\n' }

/** The row of a lock in the database. */
interface LockRow {
  db: Database
  now: () => number
  key: string
  holder: string
}

async function tryLock({ db, now, key, holder }: LockRow): Promise<boolean> {
  const row = { holder, expires_at: now() + LEASE_MS, is_wanted: 0 as const }
  return db.transaction(async (trx) => {
    const { numInsertedOrUpdatedRows: taken } = await trx
      .insertInto('upload_lock')
      .values({ upload_key: key, ...row })
      .onConflict((conflict) =>
        conflict.column('upload_key').doUpdateSet(row).where('upload_lock.expires_at', '<', now()),
      )
      .executeTakeFirstOrThrow()
    if (taken === 1n) return true
    await trx
      .updateTable('upload_lock')
      .set({ is_wanted: 1 })
      .where('upload_key', '=', key)
      .where('is_wanted', '=', 0)
      .execute()
    return false
  })
}

/** @returns whether the lock was acquired in time */
async function waitForLock(row: LockRow, signal: AbortSignal, maxMs: number): Promise<boolean> {
  const startedAt = performance.now()
  while (!signal.aborted && performance.now() - startedAt < maxMs) {
    if (await tryLock(row)) return true
    await sleep(POLL_MS)
  }
  return false
}

/**
 * Renews a lock periodically until it is released.
 * @param onWanted called once when another request waits for the lock or has acquired it
 */
async function renewLock(
  { db, now, key, holder }: LockRow,
  released: AbortSignal,
  onWanted: RequestRelease,
): Promise<void> {
  let renewedAt = performance.now()
  let hasCalled = false
  while (!released.aborted) {
    await sleep(POLL_MS, undefined, { signal: released, ref: false }).catch(() => undefined)
    if (released.aborted) return
    const row = await db.query
      .selectFrom('upload_lock')
      .select('is_wanted')
      .where('upload_key', '=', key)
      .where('holder', '=', holder)
      .executeTakeFirst()
    if (!hasCalled && row?.is_wanted !== 0) {
      hasCalled = true
      await onWanted()
    }
    if (performance.now() - renewedAt < RENEW_MS) continue
    await db.transaction((trx) =>
      trx
        .updateTable('upload_lock')
        .set({ expires_at: now() + LEASE_MS })
        .where('upload_key', '=', key)
        .where('holder', '=', holder)
        .execute(),
    )
    renewedAt = performance.now()
  }
}

/** Creates a lock for one use. */
function createLock(row: LockRow, maxMs: number) {
  const release = new AbortController()
  let renewal: Promise<void> | undefined
  return {
    async lock(signal, cancelRequest) {
      if (!(await waitForLock(row, signal, maxMs))) throw LOCK_TIMEOUT
      // When the database fails, the lock cannot be renewed, and another request may acquire it after its lease.
      renewal = renewLock(row, release.signal, cancelRequest).catch(() => cancelRequest())
    },
    async unlock() {
      release.abort()
      await renewal
      await row.db.transaction((trx) =>
        trx
          .deleteFrom('upload_lock')
          .where('upload_key', '=', row.key)
          .where('holder', '=', row.holder)
          .execute(),
      )
    },
  } satisfies Lock
}

/**
 * Locks as database rows, for processes that share a database. A holder renews its row, and releases it when
 * another request waits, so that a client that reconnects can resume at once.
 * @param now epoch ms; the clocks of the machines must differ by less than the lease
 */
export function createSharedLocks(db: Database, now: () => number): UploadLocks {
  const create = (key: string, maxMs: number) =>
    createLock({ db, now, key, holder: randomUUID() }, maxMs)
  return {
    locker: { newLock: (id) => create(id, MAX_WAIT_MS) },
    async withLock(key, run) {
      const lock = create(`check:${key}`, MAX_CHECK_WAIT_MS)
      await lock
        .lock(new AbortController().signal, () => undefined)
        .catch((cause: unknown) => {
          throw cause === LOCK_TIMEOUT ? new UnavailableError(500408, cause) : cause
        })
      try {
        return await run()
      } finally {
        await lock.unlock()
      }
    },
  }
}

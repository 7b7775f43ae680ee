import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lock, Locker, RequestRelease } from '@tus/server'
import type { Database } from '../../db/open.ts'
import { UnavailableError } from '../../errors.ts'

/** Lets one request at a time write or check an upload. */
export interface UploadLocks {
  /** For the tus server; null where its own will do, which knows this process alone. */
  readonly locker: Locker | null
  /**
   * Runs while no other process writes or checks the object.
   * @throws UnavailableError 500408 when another one does so for too long
   */
  hold<T>(key: string, run: () => Promise<T>): Promise<T>
}

/** Of an installation of one process: requests of one object wait in its memory. */
export const LOCAL_LOCKS: UploadLocks = { locker: null, hold: (_key, run) => run() }

/** After this a lock ends by itself: its process died, or lost the database. */
const LEASE_MS = 20_000
const RENEW_MS = 5000
/** How often a holder looks whether others wait, and others whether it has released. */
const LOOK_MS = 200
/** How long requests of the tus protocol wait; the holder's client is gone, or stops when told to. */
const MAX_WAIT_MS = 30_000
/** Checks of a file take longer. */
const MAX_CHECK_WAIT_MS = 90_000

/** tus clients read the status, and try again later. */
const LOCK_TIMEOUT = { status_code: 500, body: 'another request writes this upload\n' }

/**
 * Locks as rows of the database, for processes that share it. A holder renews its row, and releases when
 * another request waits: a client that comes back by another way goes on at once.
 * @param now epoch ms; clocks of the machines may differ by less than the lease
 */
export function createSharedLocks(db: Database, now: () => number): UploadLocks {
  async function tryLock(key: string, holder: string): Promise<boolean> {
    const row = { holder, expires_at: now() + LEASE_MS, is_wanted: 0 as const }
    return db.transaction(async (trx) => {
      const { numInsertedOrUpdatedRows: taken } = await trx
        .insertInto('upload_lock')
        .values({ upload_key: key, ...row })
        .onConflict((conflict) =>
          conflict
            .column('upload_key')
            .doUpdateSet(row)
            .where('upload_lock.expires_at', '<', now()),
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

  /** @returns whether the lock was taken before the wait was over */
  async function waitForLock(
    key: string,
    holder: string,
    { signal, maxMs }: { signal: AbortSignal; maxMs: number },
  ): Promise<boolean> {
    const from = performance.now()
    while (!signal.aborted && performance.now() - from < maxMs) {
      if (await tryLock(key, holder)) return true
      await sleep(LOOK_MS)
    }
    return false
  }

  const ofHolder = (key: string, holder: string) =>
    db.query
      .selectFrom('upload_lock')
      .select('is_wanted')
      .where('upload_key', '=', key)
      .where('holder', '=', holder)

  async function renew(key: string, holder: string): Promise<void> {
    await db.transaction((trx) =>
      trx
        .updateTable('upload_lock')
        .set({ expires_at: now() + LEASE_MS })
        .where('upload_key', '=', key)
        .where('holder', '=', holder)
        .execute(),
    )
  }

  /** Keeps a lock until it is stopped. @param onWanted called once, when another request waits or has it */
  function keep(key: string, holder: string, onWanted: RequestRelease): () => Promise<void> {
    const stop = new AbortController()
    async function watch(): Promise<void> {
      let renewedAt = performance.now()
      let isTold = false
      while (!stop.signal.aborted) {
        await sleep(LOOK_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
        if (stop.signal.aborted) return
        const row = await ofHolder(key, holder).executeTakeFirst()
        if (!isTold && row?.is_wanted !== 0) {
          isTold = true
          await onWanted()
        }
        if (performance.now() - renewedAt < RENEW_MS) continue
        await renew(key, holder)
        renewedAt = performance.now()
      }
    }
    // Without the database the lock cannot be kept: another request may take it after its lease.
    const watching = watch().catch(() => onWanted())
    return async () => {
      stop.abort()
      await watching
    }
  }

  function createLock(key: string, maxMs: number) {
    const holder = randomUUID()
    let stopKeeping = async () => {}
    return {
      async lock(signal, cancelRequest) {
        if (!(await waitForLock(key, holder, { signal, maxMs }))) throw LOCK_TIMEOUT
        stopKeeping = keep(key, holder, cancelRequest)
      },
      async unlock() {
        await stopKeeping()
        await db.transaction((trx) =>
          trx
            .deleteFrom('upload_lock')
            .where('upload_key', '=', key)
            .where('holder', '=', holder)
            .execute(),
        )
      },
    } satisfies Lock
  }

  return {
    locker: { newLock: (id) => createLock(id, MAX_WAIT_MS) },
    async hold(key, run) {
      const lock = createLock(`check:${key}`, MAX_CHECK_WAIT_MS)
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

import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logger.ts'
import type { DatabaseAddress, LockSession } from './engines/engine.ts'
import { openLockSession } from './engines/engines.ts'

interface ElectionOptions {
  address: DatabaseAddress
  /** Of the task that one process at a time does. */
  name: string
  /** Called when this process is the one. */
  onWon(): Promise<void>
  /** Called when it no longer is: another process may be the one already. */
  onLost(): Promise<void>
  logger: Logger
}

/** How often a process that waits tries to take the lock, and one that holds it checks its connection. */
const EVERY_MS = 1000

/**
 * Elects one of all processes that share a database, by a lock that ends with the connection of its
 * holder. When the process dies, another one is elected within about a second.
 * @returns the function that ends the candidacy and releases the lock; `onLost` is not called then
 */
export function runForElection(options: ElectionOptions): () => Promise<void> {
  const { address, name, onWon, onLost, logger } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const rest = (until: AbortSignal) =>
    sleep(EVERY_MS, undefined, { signal: until, ref: false }).catch(() => undefined)

  async function waitForLock(session: LockSession): Promise<void> {
    while (!signal.aborted && !(await session.tryLock())) await rest(signal)
  }

  /** Resolves when the connection is lost, or the candidacy is over. */
  async function hold(session: LockSession): Promise<void> {
    const losing = new AbortController()
    void session.lost.finally(() => losing.abort())
    const over = AbortSignal.any([signal, losing.signal])
    while (!over.aborted) {
      await rest(over)
      if (!over.aborted) await session.probe()
    }
  }

  async function runOnce(session: LockSession): Promise<void> {
    await waitForLock(session)
    if (signal.aborted) return
    logger.info({ name }, 'elected')
    await onWon()
    try {
      await hold(session)
    } finally {
      if (!signal.aborted) await onLost()
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const session = await openLockSession(address, name)
        try {
          await runOnce(session)
        } finally {
          await session.close().catch(() => undefined)
        }
      } catch (error) {
        logger.warn({ err: error, name }, 'the lock of the database is not available')
      }
      await rest(signal)
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

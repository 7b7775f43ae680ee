import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../logger.ts'
import type { DatabaseAddress, LockSession } from './engines/engine.ts'
import { openLockSession } from './engines/engines.ts'

interface ElectionOptions {
  address: DatabaseAddress
  /** Name of the task that one process at a time performs. */
  name: string
  /** Called when this process is elected. A rejection ends its term, and the election is repeated. */
  onElected(): Promise<void>
  /** Called when this process has lost the lock: another process may already be elected. */
  onLost(): Promise<void>
  logger: Logger
}

/** Interval at which candidates try to take the lock and the holder checks its connection. */
const INTERVAL_MS = 1000

/**
 * Elects one of the processes that share a database, by a lock that ends with the connection of its
 * holder. When that process dies, another one is elected within about a second.
 * @returns withdraws the candidacy and releases the lock, without waiting for `onElected` or calling `onLost`
 */
export function runForElection(options: ElectionOptions): () => Promise<void> {
  const { address, name, onElected, onLost, logger } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const withdrawn = once(signal, 'abort')
  const pause = (until: AbortSignal) =>
    sleep(INTERVAL_MS, undefined, { signal: until, ref: false }).catch(() => undefined)

  async function waitForLock(session: LockSession): Promise<void> {
    while (!signal.aborted && !(await session.tryLock())) await pause(signal)
  }

  /** Resolves when the connection has closed or the candidacy was withdrawn. */
  async function holdLock(session: LockSession): Promise<void> {
    const closing = new AbortController()
    void session.closed.finally(() => closing.abort())
    const ended = AbortSignal.any([signal, closing.signal])
    while (!ended.aborted) {
      await pause(ended)
      if (!ended.aborted) await session.probe()
    }
  }

  async function runOnce(session: LockSession): Promise<void> {
    await waitForLock(session)
    if (signal.aborted) return
    logger.info({ name }, 'elected')
    await Promise.race([onElected(), withdrawn])
    try {
      await holdLock(session)
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
        logger.warn({ err: error, name }, 'the election failed and is repeated')
      }
      await pause(signal)
    }
  }

  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}

import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '../lib/logger.ts'
import { poll, type StopPolling } from '../lib/poll.ts'
import { createFaultLog } from './open-shared-releases.ts'
import type { Publisher } from './create-publisher.ts'
import { nameManifest, POINTER_FILE } from './release-files.ts'
import { readPointer, readRelease } from './releases.ts'
import { DamagedContentError, type SharedReleases } from './shared-releases.ts'
import { HOUR } from '../lib/durations.ts'

interface ShareOptions {
  dataDir: string
  shared: SharedReleases
  publisher: Pick<Publisher, 'rollBack'>
  logger: Logger
  now?: () => number
}

const INTERVAL_MS = 100
/** Interval of checks for a rollback by a command on another machine. */
const CHECK_INTERVAL_MS = 300
/** Interval of attempts to copy the releases of earlier builders. */
const HISTORY_INTERVAL_MS = 5000
const TIDY_EVERY_MS = HOUR
/** How long contents without a manifest are kept: their release may not be pushed yet. */
const GRACE_MS = HOUR

/** Modification time of a file; 0 for a missing file. */
const readStamp = async (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/**
 * Copies every release that this process makes live to the shared store, from which other processes serve
 * it. Rolls back when a command on another machine has rolled back the store.
 */
export function shareReleases(options: ShareOptions): StopPolling {
  const { dataDir, shared, publisher, logger, now = Date.now } = options
  const logFault = createFaultLog(logger)
  const logHistoryFault = createFaultLog(logger)
  let pushed = ''
  let pushedId: string | undefined
  let checkedAt = now()
  let tidiedAt = now()
  let hasHistory = false
  let isStopped = false
  /** Whether an interval is over; also after the clock was set back. */
  const isOver = (since: number, ms: number) => Math.abs(now() - since) >= ms

  /** The stamp changes when another release is live or its manifest was rewritten. */
  async function readLiveStamp(): Promise<{ id: string | undefined; stamp: string }> {
    const { id } = (await readPointer(dataDir)) ?? {}
    const files = id === undefined ? [] : [POINTER_FILE, nameManifest(id)]
    const stamps = await Promise.all(files.map((name) => readStamp(path.join(dataDir, name))))
    return { id, stamp: stamps.join() }
  }

  async function push(): Promise<void> {
    const { id, stamp } = await readLiveStamp()
    if (stamp === pushed) return
    await shared.push()
    pushed = stamp
    pushedId = id
  }

  async function followRollback(): Promise<void> {
    if (pushedId === undefined || !isOver(checkedAt, CHECK_INTERVAL_MS)) return
    checkedAt = now()
    const pointer = await shared.readPointer()
    if (!pointer || pointer.id === pushedId) return
    // Another process may already be the builder: a release that is unknown here is its own.
    const isRollback =
      pointer.rolledBackFrom !== undefined || (await readRelease(dataDir, pointer.id))
    if (!isRollback) return
    logger.info({ id: pointer.id }, 'the store was rolled back')
    if (!(await shared.pullRelease(pointer.id))) return
    // A release published in the meantime stays live and is pushed in the next round.
    if ((await readLiveStamp()).stamp === pushed) await publisher.rollBack(pointer.id)
  }

  /** Copies the releases of earlier builders, so that a rollback to them is possible. */
  async function pullHistory(): Promise<void> {
    if (hasHistory) return
    for (const id of await shared.list()) {
      if (isStopped) return
      await shared.pullRelease(id).catch((error: unknown) => {
        if (!(error instanceof DamagedContentError)) throw error
        logger.warn({ err: error, id }, 'a release of the store is damaged')
      })
    }
    hasHistory = true
    logHistoryFault.clear()
  }

  async function tidy(): Promise<void> {
    if (!hasHistory || !isOver(tidiedAt, TIDY_EVERY_MS)) return
    tidiedAt = now()
    await shared.tidy(now() - GRACE_MS)
  }

  async function run(): Promise<void> {
    await push()
    await followRollback()
    await tidy()
    logFault.clear()
  }
  const stops = [
    poll(run, INTERVAL_MS, logFault.report),
    // Copying many releases takes minutes, for which a new release must not wait.
    poll(pullHistory, HISTORY_INTERVAL_MS, logHistoryFault.report),
  ]
  return async () => {
    isStopped = true
    await Promise.all(stops.map((stop) => stop()))
  }
}

import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '../lib/logger.ts'
import { poll, type StopPolling } from '../lib/poll.ts'
import { createFaultLog } from './fault-log.ts'
import type { Publisher } from './publisher.ts'
import { nameManifest, POINTER_FILE } from './release-files.ts'
import { readPointer } from './releases.ts'
import type { SharedReleases } from './shared-releases.ts'

interface ShareOptions {
  dataDir: string
  shared: SharedReleases
  publisher: Pick<Publisher, 'rollBack'>
  logger: Logger
  now?: () => number
}

const EVERY_MS = 100
/** How often a rollback by a command on another machine is looked for. */
const LOOK_EVERY_MS = 300
const TIDY_EVERY_MS = 3_600_000
/** How long contents stay that no manifest names yet. */
const GRACE_MS = 3_600_000

/** When a file was last written; 0 without one. */
const readStamp = async (file: string): Promise<number> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )

/**
 * Copies every release that this process makes live to the store, from where the other processes serve it.
 * Rolls back when a command on another machine has rolled the store back.
 */
export function shareReleases(options: ShareOptions): StopPolling {
  const { dataDir, shared, publisher, logger, now = Date.now } = options
  const logFault = createFaultLog(logger)
  let pushed = ''
  let pushedId: string | undefined
  let lookedAt = now()
  let tidiedAt = now()
  let hasHistory = false

  /** Changes when another release is live, or its manifest was written again. */
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
    if (pushedId === undefined || now() - lookedAt < LOOK_EVERY_MS) return
    lookedAt = now()
    const pointer = await shared.readPointer()
    if (!pointer || pointer.id === pushedId) return
    logger.info({ id: pointer.id }, 'the store was rolled back')
    if (!(await shared.pullRelease(pointer.id))) return
    // Published meanwhile: the newer release goes on, and is pushed in the next round.
    if ((await readLiveStamp()).stamp === pushed) await publisher.rollBack(pointer.id)
  }

  /** Releases that another process made can be rolled back to as well. */
  async function pullHistory(): Promise<void> {
    if (hasHistory) return
    for (const id of await shared.list()) await shared.pullRelease(id)
    hasHistory = true
  }

  async function tidy(): Promise<void> {
    if (now() - tidiedAt < TIDY_EVERY_MS) return
    tidiedAt = now()
    await shared.tidy(now() - GRACE_MS)
  }

  async function run(): Promise<void> {
    await push()
    await followRollback()
    await pullHistory()
    await tidy()
    logFault.clear()
  }
  return poll(run, EVERY_MS, logFault.report)
}

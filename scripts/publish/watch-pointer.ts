import type { Logger } from '../lib/logger.ts'
import { poll, type StopPolling } from '../lib/poll.ts'
import type { LiveRelease } from '../serve/live-release.ts'
import { openLive } from './open-live.ts'
import { readPointer } from './releases.ts'

interface WatchOptions extends Pick<LiveRelease, 'switchTo'> {
  /** The served release; undefined before the first release. */
  id: string | undefined
  logger: Logger
  /** Called before each check: copies a release that a process on another machine has published. */
  refresh?: (() => Promise<void>) | null
}

const INTERVAL_MS = 200
/** A refresh sends a request to the store. */
const REFRESH_INTERVAL_MS = 300

/** Switches to releases that another process publishes or rolls back, by polling a small file. */
export function watchPointer(dataDir: string, options: WatchOptions): StopPolling {
  const { switchTo, logger, refresh } = options
  let servedId = options.id

  async function check(): Promise<void> {
    await refresh?.()
    const pointer = await readPointer(dataDir)
    if (!pointer || pointer.id === servedId) return
    const live = await openLive(dataDir)
    if (!live || live.id === servedId) return
    // An incomplete release is checked again until its files are there. Only a server that serves nothing yet
    // falls back to another release, which may have been rolled back.
    if (servedId !== undefined && live.id !== pointer.id) return
    await switchTo(live.manifest, live.retired)
    servedId = live.id
  }
  return poll(check, refresh ? REFRESH_INTERVAL_MS : INTERVAL_MS, (error) => {
    logger.error({ err: error }, 'cannot switch to the published release')
  })
}

import type { Logger } from '../lib/logger.ts'
import { poll, type StopPolling } from '../lib/poll.ts'
import type { LiveRelease } from '../serve/live-release.ts'
import { openLive } from './open-live.ts'
import { readPointer } from './releases.ts'

interface WatchOptions extends Pick<LiveRelease, 'switchTo'> {
  /** The release that is served now; undefined before the first one. */
  id: string | undefined
  logger: Logger
  /** Called before each look: brings what processes of other machines have published. */
  refresh?: () => Promise<void>
  /** Interval between looks, in ms. */
  everyMs?: number
}

const EVERY_MS = 200

/** Serves releases that another process publishes or rolls back. Polls one small file five times a second. */
export function watchPointer(dataDir: string, options: WatchOptions): StopPolling {
  const { switchTo, logger, refresh, everyMs = EVERY_MS } = options
  let seen = options.id

  async function look(): Promise<void> {
    await refresh?.()
    const pointer = await readPointer(dataDir)
    if (!pointer || pointer.id === seen) return
    const live = await openLive(dataDir)
    if (live) await switchTo(live.manifest, live.retired)
    seen = pointer.id
  }
  return poll(look, everyMs, (error) => {
    logger.error({ err: error }, 'cannot switch to the published release')
  })
}

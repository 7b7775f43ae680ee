import * as v from 'valibot'
import { DEFAULT_TIME_ZONE } from '#api/primitives.ts'
import { getInit } from '#api/site.ts'
import { isOtherDay, type Passage } from '../lib/follow-clock.ts'
import type { Logger } from '../lib/logger.ts'

const TIMEOUT_MS = 10_000
/** How often an API of another program is read for its next change. */
const READ_EVERY_MS = 60_000
/** Clocks of two machines differ a little: the API has made its change by then. */
const SETTLE_MS = 2000

const ReadinessSchema = v.object({
  next_change_at: v.nullable(v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse))),
})
const InitAnswerSchema = v.object({
  data: v.object({ site: v.object({ time_zone: getInit.data.entries.site.entries.time_zone }) }),
})

interface ScheduleOptions {
  apiUrl: string
  /** Whether the API is another program's: the embedded one sends a webhook at each moment itself. */
  isForeignApi: boolean
  /** Called when a moment has come at which answers of the API change. */
  onMoment(): void
  /** Called when a day of the venue begins. */
  onDay(): void
  logger: Logger
  fetch?: typeof fetch
}

export interface ApiSchedule {
  /** Whether the API states its next change: sweeps need not look for it. */
  readonly isStated: boolean
  /** Reads the zone of the venue and the next change; a failure keeps what was read before. */
  refresh(): Promise<void>
  /** Acts on what lies between two readings of the clock. */
  follow(passage: Passage): void
}

/** What time alone changes in the answers of an API: days of the venue, and its next change. */
export function createApiSchedule(options: ScheduleOptions): ApiSchedule {
  const { apiUrl, isForeignApi, onMoment, onDay, logger, fetch = globalThis.fetch } = options
  let timeZone = DEFAULT_TIME_ZONE
  let isStated = !isForeignApi
  let nextChange: number | null = null
  let readAt = 0

  async function readJson(path: string): Promise<unknown> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(apiUrl.replace(/\/$/, '') + path, { signal })
    return response.json().catch(() => undefined)
  }

  async function refresh(): Promise<void> {
    try {
      const init = v.safeParse(InitAnswerSchema, await readJson(getInit.path))
      if (init.success) timeZone = init.output.data.site.time_zone
      if (!isForeignApi) return
      const readiness = v.safeParse(ReadinessSchema, await readJson('/readyz'))
      isStated = readiness.success
      nextChange = readiness.success ? readiness.output.next_change_at : null
    } catch (error) {
      logger.debug({ err: error }, 'the next change of the API could not be read')
    }
  }

  /** An API that keeps stating a moment of the past is built once a minute, not once a second. */
  async function refreshAfter(moment: number): Promise<void> {
    await refresh()
    if (nextChange !== null && nextChange <= moment) nextChange = null
  }

  return {
    get isStated() {
      return isStated
    },
    refresh,
    follow(passage) {
      const { before, now } = passage
      if (isOtherDay(passage, timeZone)) onDay()
      // A clock that was set back may undo any moment that has passed.
      const isSetBack = isForeignApi && isStated && now < before
      const isDue = nextChange !== null && now >= nextChange + SETTLE_MS
      if (isSetBack || isDue) onMoment()
      if (!isSetBack && !isDue && Math.abs(now - readAt) < READ_EVERY_MS) return
      readAt = now
      if (!isDue) return void refresh()
      nextChange = null
      void refreshAfter(now)
    },
  }
}

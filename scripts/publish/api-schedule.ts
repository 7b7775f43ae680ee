import * as v from 'valibot'
import { getInit } from '#api/site.ts'
import { getVenueTimeZone } from '#i18n/format.ts'
import { setVenueTimeZone } from '../admin-api/venue-time.ts'
import { isOtherDay, type ClockTick } from '../lib/watch-clock.ts'
import type { Logger } from '../lib/logger.ts'
import { fetchJson, READINESS } from './read-content-version.ts'

/** How often the readiness endpoint of an external API is polled for `next_change_at`. */
const READ_EVERY_MS = 60_000
/** Delay after a due time, by which the API has applied its change despite clock skew. */
const SETTLE_MS = 2000

const ReadinessSchema = v.object({
  next_change_at: v.nullable(v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse))),
})
const InitResponseSchema = v.object({
  data: v.object({ site: v.object({ time_zone: getInit.data.entries.site.entries.time_zone }) }),
})

interface ScheduleOptions {
  apiUrl: string
  /** Whether the API is external. The embedded one sends a webhook at each scheduled change. */
  isExternalApi: boolean
  /** Called when a scheduled change of the API is due. */
  onScheduledChange(): void
  /** Called at midnight of the venue. */
  onDay(): void
  logger: Logger
}

/** Detects content changes without an edit: midnight of the venue and `next_change_at`. */
export function createApiSchedule(options: ScheduleOptions) {
  const { apiUrl, isExternalApi, onScheduledChange, onDay, logger } = options
  let hasNextChange = !isExternalApi
  /** The earliest change that no build includes yet, in epoch ms. */
  let nextChange = Infinity
  let readAt = 0

  /** Sets the time zone of the venue and reads the next change; keeps the last values on failure. */
  async function refresh(): Promise<void> {
    try {
      const init = v.safeParse(InitResponseSchema, await fetchJson(apiUrl, getInit.path))
      if (init.success) setVenueTimeZone(init.output.data.site.time_zone)
      if (!isExternalApi) return
      const readiness = v.safeParse(ReadinessSchema, await fetchJson(apiUrl, READINESS))
      hasNextChange = readiness.success
      const stated = readiness.success ? readiness.output.next_change_at : null
      // At a due time the API already states the following change.
      nextChange = Math.min(nextChange, stated ?? Infinity)
    } catch (error) {
      logger.debug({ err: error }, 'cannot read next_change_at of the API')
    }
  }

  /** Ignores a `next_change_at` that is still in the past, or it would cause a build every second. */
  async function refreshAfter(time: number): Promise<void> {
    await refresh()
    if (nextChange <= time) nextChange = Infinity
  }

  return {
    /** Whether the API publishes `next_change_at`, so that sweeps are not needed. */
    get hasNextChange(): boolean {
      return hasNextChange
    },
    refresh,
    /** Handles the changes that have become due between two readings of the clock. */
    follow(tick: ClockTick): void {
      const { before, now } = tick
      if (isOtherDay(tick, getVenueTimeZone())) onDay()
      // Setting the clock back may undo changes that were already due.
      const isSetBack = isExternalApi && hasNextChange && now < before
      const isDue = now >= nextChange + SETTLE_MS
      if (isSetBack || isDue) onScheduledChange()
      if (!isSetBack && !isDue && Math.abs(now - readAt) < READ_EVERY_MS) return
      readAt = now
      if (!isDue) return void refresh()
      nextChange = Infinity
      void refreshAfter(now)
    },
  }
}

import { getPerformCalendar } from '#api/calendar.ts'
import { readVenueDay } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { getNextMonth } from './calendar.ts'
import { readContent } from './client.ts'
import { isWithdrawn } from './show-filter.ts'

const MAX_SHOWS = 12

/** Lists the next shows of this month and the following one, by time; `day` is the ISO day at the venue. */
export async function listUpcomingShows(locale: Locale) {
  const current = await readContent(getPerformCalendar, locale, undefined, {})
  const month = getNextMonth(current.month)
  const next = await readContent(getPerformCalendar, locale, undefined, { month })
  const now = Date.parse(current.server_time)
  return [...current.entries, ...next.entries]
    .filter((entry) => entry.kind === 'performance')
    .filter(({ state, ends_at: endsAt }) => !isWithdrawn(state) && Date.parse(endsAt) > now)
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
    .slice(0, MAX_SHOWS)
    .map(({ id, item_id, title, starts_at, ends_at, place, state }) => ({
      id,
      performanceId: item_id,
      title,
      startsAt: starts_at,
      endsAt: ends_at,
      day: readVenueDay(starts_at),
      place: `${place.hall.name} · ${place.venue.name}`,
      state,
    }))
}
export type UpcomingShow = Awaited<ReturnType<typeof listUpcomingShows>>[number]

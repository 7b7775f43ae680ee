import { getPerformDetail, type PerformanceCard, type Show } from '#api/perform.ts'
import type { Locale } from '#i18n/locales.ts'
import { readVenueDay } from '#i18n/format.ts'
import { readContent } from './client.ts'
import { readUnlessFaulty } from './query-cache/content-fault.ts'

/** The properties of a show that the filter of performances uses. */
export interface FilterShow {
  /** ISO day at the venue. */
  day: string
  startsAt: string
  cityId: number
  features: Show['features']
}

/** Whether a show or date does not take place at its time. */
export const isWithdrawn = (state?: string): boolean => state === 'cancelled' || state === 'moved'

/** Lists the shows of performances by performance id, without cancelled and moved ones. */
export async function listFilterShows(
  locale: Locale,
  cards: readonly Pick<PerformanceCard, 'id'>[],
): Promise<Map<number, FilterShow[]>> {
  const entries = cards.map(async ({ id }) => {
    const read = readContent(getPerformDetail, locale, { id: String(id) })
    const shows = (await readUnlessFaulty(read))?.shows ?? []
    return [
      id,
      shows
        .filter(({ state }) => !isWithdrawn(state))
        .map(({ starts_at: startsAt, place, features }) => ({
          day: readVenueDay(startsAt),
          startsAt,
          cityId: place.city.id,
          features,
        })),
    ] as const
  })
  return new Map(await Promise.all(entries))
}

import { getActivityDateList } from '#api/activity.ts'
import { getCourseDateList } from '#api/course.ts'
import { getPerformDetail } from '#api/perform.ts'
import type { Place } from '#api/primitives.ts'
import { derive } from '#content/query-cache.ts'
import { readUnlessFaulty } from '#content/query-cache/content-fault.ts'
import { readContent } from '#content/client.ts'
import { EARLIEST_DAY, readList } from '#content/paging.ts'
import { listPerformanceIds } from '#content/performances.ts'
import type { Locale } from '#i18n/locales.ts'

/** Collects all places from dates, because the contract has no endpoint for venues. */
export const listPlaces = (locale: Locale): Promise<Place[]> =>
  derive(`places ${locale}`, async () => {
    const [shows, courses, activities] = await Promise.all([
      listShowPlaces(locale),
      readList(getCourseDateList, locale, EARLIEST_DAY),
      readList(getActivityDateList, locale, EARLIEST_DAY),
    ])
    return unique([...shows, ...[...courses, ...activities].map(({ place }) => place)])
  })

async function listShowPlaces(locale: Locale): Promise<Place[]> {
  const ids = await listPerformanceIds(locale)
  const places = await Promise.all(
    ids.map((id) =>
      derive(`places of performance ${id} ${locale}`, async () => {
        const reading = readContent(getPerformDetail, locale, { id: String(id) })
        const shows = (await readUnlessFaulty(reading))?.shows ?? []
        return unique(shows.map(({ place }) => place))
      }),
    ),
  )
  return places.flat()
}

const unique = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [JSON.stringify(place), place])).values(),
]

import { getActivityDateList } from '#api/activity.ts'
import { getCourseDateList } from '#api/course.ts'
import { getPerformDetail } from '#api/perform.ts'
import type { Place } from '#api/primitives.ts'
import { readContent } from '#content/client.ts'
import { readAllPages } from '#content/paging.ts'
import { listPerformanceIds } from '#content/performances.ts'
import type { Locale } from '#i18n/locales.ts'

const SINCE = '2000-01-01'

/** Every place that the contract names: venues have no call of their own. */
export async function listPlaces(locale: Locale): Promise<Place[]> {
  const paged = (page: number) => ({ page: String(page), size: '100', from: SINCE })
  const [courses, activities, ids] = await Promise.all([
    readAllPages((page) => readContent(getCourseDateList, locale, paged(page))),
    readAllPages((page) => readContent(getActivityDateList, locale, paged(page))),
    listPerformanceIds(locale),
  ])
  const performances = await Promise.all(
    ids.map((id) => readContent(getPerformDetail, locale, { id: String(id) })),
  )
  const shows = performances.flatMap((performance) => performance.shows)
  return [...shows, ...courses, ...activities].map(({ place }) => place)
}

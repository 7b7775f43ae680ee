import { getActivityDateList } from '#api/activity.ts'
import { getCourseDateList, getCourseIndex } from '#api/course.ts'
import type { Locale } from '#i18n/locales.ts'
import { prepareNewsCards, preparePoster, preparePosters } from './cards.ts'
import { readContent } from './client.ts'
import { getMediaBase } from './site.ts'

/** The course index with pictures ready to print. */
export async function getCourses(locale: Locale) {
  const base = await getMediaBase(locale)
  const index = await readContent(getCourseIndex, locale)
  return {
    ...index,
    featured: await preparePosters(index.featured, base),
    categories: await Promise.all(
      index.categories.map(async (category) => ({
        ...category,
        courses: await preparePosters(category.courses, base),
      })),
    ),
    news: await prepareNewsCards(index.news, base),
  }
}

/** The next dated course times that are not over, at most `count`. */
export async function getCourseDates(locale: Locale, count: number) {
  const { items } = await readContent(getCourseDateList, locale, { size: String(count) })
  return items
}

/** The next dates of activities, at most `count`, each activity once. */
export async function getActivityDates(locale: Locale, count: number) {
  const base = await getMediaBase(locale)
  const { items } = await readContent(getActivityDateList, locale, { size: '100' })
  const first = items.filter(
    (date, index) => items.findIndex((other) => other.activity.id === date.activity.id) === index,
  )
  return Promise.all(
    first.slice(0, count).map(async (date) => ({
      ...date,
      activity: await preparePoster(date.activity, base),
    })),
  )
}
export type ActivityDateContent = Awaited<ReturnType<typeof getActivityDates>>[number]

import { getCourseApplyInfo } from '#api/course-application.ts'
import {
  getCourseDateList,
  getCourseDetail,
  getCourseIndex,
  getCourseList,
  type CourseCard,
  type CourseDate,
  type CourseDetail,
} from '#api/course.ts'
import type { Locale } from '#i18n/locales.ts'
import { derive } from './query-cache.ts'
import { prepareCard, prepareCards, preparePortraits } from './cards.ts'
import { readContent } from './client.ts'
import { prepareBlocks } from './long-form.ts'
import { createIdList, readList } from './paging.ts'
import { getMediaBase, getSections } from './site.ts'

/** The course index with images prepared. */
export async function getCourses(locale: Locale) {
  const base = await getMediaBase(locale)
  const index = await readContent(getCourseIndex, locale)
  return {
    ...index,
    featured: await prepareCards(index.featured, 'poster', base),
    categories: await Promise.all(
      index.categories.map(async (category) => ({
        ...category,
        courses: await prepareCards(category.courses, 'poster', base),
      })),
    ),
    news: await prepareCards(index.news, 'image', base),
  }
}
export type CourseIndexContent = Awaited<ReturnType<typeof getCourses>>

const OVER = new Set<CourseDate['state']>(['ended', 'cancelled'])

/** A date with the state of its course, which includes that of its applications. */
export type CourseDateContent = CourseDate & { course_state: CourseCard['state'] | null }

/** The next course dates that are neither over nor cancelled, of the first `count`. */
export async function getCourseDates(locale: Locale, count: number): Promise<CourseDateContent[]> {
  const { items } = await readContent(getCourseDateList, locale, { size: String(count) })
  const states = await derive(`course states ${locale}`, async () => {
    const courses = await readList(getCourseList, locale)
    return Object.fromEntries(courses.map(({ id, state }) => [id, state]))
  })
  return items
    .filter(({ state }) => !OVER.has(state))
    .map((date) => ({ ...date, course_state: states[date.course.id] ?? null }))
}

export const listCourseIds = createIdList(getCourseList)

/**
 * Returns the data of the application form of a course, as for visitors; null for a course without
 * applications.
 */
export const getCourseApplication = async (
  locale: Locale,
  { id, application }: Pick<CourseDetail, 'id' | 'application'>,
) => (application ? readContent(getCourseApplyInfo, locale, { id: String(id) }) : null)

/** Returns the lowest price of courses that are free for members, in fen; null if there are none. */
export const getLowestFreePrice = (locale: Locale): Promise<number | null> =>
  derive(`lowest free price ${locale}`, async () => {
    const prices = (await readList(getCourseList, locale))
      .filter(({ price_fen, member_price_fen }) => price_fen > 0 && member_price_fen === 0)
      .map(({ price_fen }) => price_fen)
    return prices.length === 0 ? null : Math.min(...prices)
  })

/** Lists the ids of all categories with courses. */
export const listCategoryIds = (locale: Locale): Promise<number[]> =>
  derive(`category ids ${locale}`, async () => [
    ...new Set((await readList(getCourseList, locale)).map(({ category }) => category.id)),
  ])

/** Returns the courses of a category, or of all if `id` is null, with posters prepared. */
export async function getCategory(locale: Locale, id: number | null) {
  const courses = await readList(getCourseList, locale)
  const index = await readContent(getCourseIndex, locale)
  const filled = new Set(await listCategoryIds(locale))
  return {
    categories: index.categories
      .filter((category) => filled.has(category.id))
      .map(({ id: own, name, summary }) => ({ id: own, name, summary })),
    category: index.categories.find((category) => category.id === id) ?? null,
    hasCalendar: (await getSections(locale)).includes('calendar'),
    courses: await prepareCards(
      courses.filter(({ category }) => id === null || category.id === id),
      'poster',
      await getMediaBase(locale),
    ),
  }
}

/** One course with long-form text, images and related items prepared. */
export async function getCourse(locale: Locale, id: number) {
  const base = await getMediaBase(locale)
  const detail = await readContent(getCourseDetail, locale, { id: String(id) })
  return {
    ...(await prepareCard(detail, 'poster', base, 'hero')),
    body: await prepareBlocks(detail.body, base, locale, `courses ${id}`),
    artists: await preparePortraits(detail.artists, base),
    news: await prepareCards(detail.news, 'image', base),
    related: await prepareCards(detail.related, 'poster', base),
  }
}
export type CourseContent = Awaited<ReturnType<typeof getCourse>>

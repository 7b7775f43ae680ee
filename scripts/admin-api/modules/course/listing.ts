import type { QueryOf } from '#api/index.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime, readDay, startOfDay } from '../../venue-time.ts'
import { loadNewestNews } from '../news/news.ts'
import { loadPlaces, pickName } from '../read/names.ts'
import { queryPage, takePage } from '../read/page.ts'
import { loadCourseCards, loadCourseNames, readCourseDate } from './cards.ts'
import { loadCourseFacts, selectDates, sortCourses, type CourseFacts } from './facts.ts'
import { selectItemTexts, type ReadContext } from '../read/texts.ts'

export async function loadCourseIndex(db: Reader, context: ReadContext) {
  const { lang, now } = context
  const facts = sortCourses(await loadCourseFacts(db, now))
  const [cards, categories, news] = await Promise.all([
    loadCourseCards(db, context, facts),
    db
      .selectFrom('category')
      .select(['id', 'name', 'summary'])
      .where('published', '=', 1)
      .orderBy('position')
      .execute(),
    loadNewestNews(db, { kind: 'course', lang }),
  ])
  const featured = new Set(facts.filter(({ row }) => row.featured === 1).map(({ id }) => id))
  return {
    featured: cards.filter(({ id }) => featured.has(id)),
    categories: categories.map(({ id, name, summary }) => ({
      id,
      name: pickName(name, lang),
      summary: pickName(summary, lang),
      courses: cards.filter(({ category }) => category.id === id),
    })),
    news,
    server_time: formatTime(now),
  }
}

type ListQuery = ReadContext & QueryOf<'GET /api/course/list'>

export async function listCourses(db: Reader, query: ListQuery) {
  const { lang, now, category_id, city_id, state } = query
  const [all, places] = await Promise.all([loadCourseFacts(db, now), loadPlaces(db, lang)])
  const isInCity = ({ dates }: CourseFacts) =>
    dates.some((date) => !date.cancelled && places.get(date.hall_id)?.city.id === city_id)
  const matches = sortCourses(all)
    .filter(({ row }) => category_id === undefined || row.category_id === category_id)
    .filter((facts) => state === undefined || facts.state === state)
    .filter((facts) => city_id === undefined || isInCity(facts))
  const { items, ...page } = takePage(matches, query)
  return { ...page, items: await loadCourseCards(db, { lang, now }, items) }
}

type DateQuery = ReadContext & QueryOf<'GET /api/course/datelist'>

/**
 * A page of dates of a course, or of all courses, from a venue day on (default: today).
 * @throws RequestError not_found
 */
export async function listCourseDates(db: Reader, query: DateQuery) {
  const { lang, now, id, from } = query
  if (id !== undefined) {
    const course = db.selectFrom('course').select('id').where('id', '=', id)
    await course.where('published', '=', 1).executeTakeFirstOrThrow(notFound)
  }
  const start = from === undefined ? startOfDay(now) : readDay(from)
  const dates = selectDates(db)
    .innerJoin(selectItemTexts('course', lang), 'text.item_id', 'course_date.course_id')
    .select('text.title')
    .where('course_date.starts_at', '>=', start)
    .$call((select) => (id === undefined ? select : select.where('course_date.course_id', '=', id)))
  const { items: rows, ...page } = await queryPage(dates, query)
  const teachers = rows.map(({ teacher_id }) => teacher_id)
  const names = await loadCourseNames(db, lang, teachers)
  const items = rows.map((row) => readCourseDate(row, row.title, names, now))
  return { ...page, items, server_time: formatTime(now) }
}

import type { CourseDetail } from '#api/course.ts'
import type { Locale } from '#api/language.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { loadArtistCards } from '../artist/cards.ts'
import { loadNewestNews } from '../news/news.ts'
import { pickName } from '../read/names.ts'
import { loadRelated, type RelatedQuery } from '../read/related.ts'
import { loadDetails, type ReadContext } from '../read/texts.ts'
import { loadCourseCards, loadCourseNames, readCourseDate } from './cards.ts'
import { loadCourseFacts, type CourseFacts } from './facts.ts'

/**
 * Ids of other courses that are not over or closed for applications, by their next date. Selected in SQL, so
 * that a page need not load the dates of all courses.
 */
async function findOthers(
  db: Reader,
  course: CourseFacts,
  { now, isSameGroup, count }: RelatedQuery & { now: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('course')
    .select(({ selectFrom }) => [
      'course.id',
      selectFrom('course_date')
        .select(({ fn }) => fn.min<number | null>('starts_at').as('next'))
        .whereRef('course_date.course_id', '=', 'course.id')
        .where('course_date.published', '=', 1)
        .where('cancelled', '=', 0)
        .where('starts_at', '>', now)
        .as('next'),
    ])
    .where('course.published', '=', 1)
    .where('course.id', '!=', course.id)
    .where('category_id', isSameGroup ? '=' : '!=', course.row.category_id)
    .where(({ and, eb, exists, not, or, selectFrom }) => {
      const hasPeriod = and([
        eb('admission', '=', 'apply'),
        eb('application_opens_at', 'is not', null),
        eb('application_closes_at', 'is not', null),
      ])
      const dates = selectFrom('course_date')
        .select('course_date.id')
        .whereRef('course_date.course_id', '=', 'course.id')
        .where('course_date.published', '=', 1)
      const coming = dates.where('cancelled', '=', 0).where('starts_at', '>', now)
      return or([
        and([hasPeriod, eb('application_closes_at', '>', now)]),
        and([not(hasPeriod), or([exists(coming), not(exists(dates))])]),
      ])
    })
    .orderBy('next', (order) => order.asc().nullsLast())
    .orderBy('course.id')
    .limit(count)
    .execute()
  return rows.map(({ id }) => id)
}

async function loadPackages(db: Reader, courseId: number, lang: Locale) {
  const rows = await db
    .selectFrom('course_package')
    .select(['id', 'name', 'class_hours', 'permanent', 'price_fen'])
    .where('course_id', '=', courseId)
    .where('published', '=', 1)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({
    ...row,
    name: pickName(row.name, lang),
    permanent: row.permanent === 1,
  }))
}

function readApplication({ row }: CourseFacts) {
  const { application_opens_at: opens, application_closes_at: closes } = row
  if (opens === null || closes === null) return null
  return { opens_at: formatTime(opens), closes_at: formatTime(closes) }
}

/** The detail page of a course. @throws RequestError not_found */
export async function loadCourseDetail(
  db: Reader,
  { id, lang, now }: ReadContext & { id: number },
): Promise<CourseDetail> {
  const [facts] = await loadCourseFacts(db, now, [id])
  if (!facts) throw notFound()
  const relatedFacts = await loadRelated(
    (query) => findOthers(db, facts, { ...query, now }),
    (ids) => loadCourseFacts(db, now, ids),
  )
  const [[card, ...related], { body }, packages, news] = await Promise.all([
    loadCourseCards(db, { lang, now }, [facts, ...relatedFacts]),
    loadDetails(db, 'course', id, lang),
    loadPackages(db, id, lang),
    loadNewestNews(db, { kind: 'course', lang, subjectId: id }),
  ])
  if (!card) throw notFound()
  const teacherIds = card.teachers.map((teacher) => teacher.id)
  const dateTeachers = facts.dates.map(({ teacher_id }) => teacher_id)
  const [names, artists] = await Promise.all([
    loadCourseNames(db, lang, dateTeachers),
    loadArtistCards(db, lang, teacherIds),
  ])
  return {
    ...card,
    application: readApplication(facts),
    packages,
    dates: facts.dates.map((date) => readCourseDate(date, card.title, names, now)),
    artists,
    body,
    news,
    related,
    server_time: formatTime(now),
  }
}

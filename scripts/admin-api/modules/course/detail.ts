import type { CourseDetail } from '#api/course.ts'
import type { Locale } from '#api/language.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../venue-time.ts'
import { loadArtistCards } from '../artist/cards.ts'
import { loadSubjectNews } from '../news/news.ts'
import { pickName } from '../read/names.ts'
import { findRelated, type Others } from '../read/related.ts'
import { loadDetails } from '../read/texts.ts'
import { loadCourseCards, loadCourseNames, readCourseDate } from './cards.ts'
import { loadCourseFacts } from './facts.ts'
import type { CourseFacts } from './facts.ts'

/**
 * Others to take: the next to begin first, nothing that is over. The database picks them, since one
 * page must not read the dates of all courses.
 */
async function findOthers(
  db: Reader,
  own: CourseFacts,
  { now, isAlike, count }: Others,
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
    .where('course.id', '!=', own.id)
    .where('category_id', isAlike ? '=' : '!=', own.row.category_id)
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

export async function loadCourseDetail(
  db: Reader,
  { id, lang, now }: { id: number; lang: Locale; now: number },
): Promise<CourseDetail> {
  const [own] = await loadCourseFacts(db, now, { ids: [id] })
  if (!own) throw notFound()
  const others = await findRelated(now, (wanted) => findOthers(db, own, wanted))
  const facts = new Map(
    (await loadCourseFacts(db, now, { ids: others })).map((one) => [one.id, one]),
  )
  const [[card, ...related], { body }, packages, news] = await Promise.all([
    loadCourseCards(db, { lang, now }, [own, ...others.flatMap((one) => facts.get(one) ?? [])]),
    loadDetails(db, 'course', id, lang),
    loadPackages(db, id, lang),
    loadSubjectNews(db, { kind: 'course', lang, subjectId: id }),
  ])
  if (!card) throw notFound()
  const teacherIds = card.teachers.map((teacher) => teacher.id)
  const dateTeachers = own.dates.map(({ teacher_id }) => teacher_id)
  const [names, artists] = await Promise.all([
    loadCourseNames(db, lang, dateTeachers),
    loadArtistCards(db, lang, teacherIds),
  ])
  return {
    ...card,
    application: readApplication(own),
    packages,
    dates: own.dates.map((date) => readCourseDate(date, card.title, names, now)),
    artists,
    body,
    news,
    related,
    server_time: formatTime(now),
  }
}

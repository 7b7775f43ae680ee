import type { CourseDetail } from '#api/course.ts'
import type { Locale } from '#api/language.ts'
import type { Database } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime } from '../../house-time.ts'
import { loadArtistCards } from '../artist/cards.ts'
import { loadSubjectNews } from '../news/news.ts'
import { pickName } from '../read/names.ts'
import { loadDetails } from '../read/texts.ts'
import { loadCourseCards, loadCourseNames, readCourseDate } from './cards.ts'
import { loadCourseFacts, sortCourses } from './facts.ts'
import type { CourseFacts } from './facts.ts'

const RELATED = 3

/** Others to take: of the same category first, the next to begin first, nothing that is over. */
function pickRelated(own: CourseFacts, all: readonly CourseFacts[]): CourseFacts[] {
  const others = sortCourses(all).filter(({ id, state }) => id !== own.id && state !== 'ended')
  const isSame = ({ row }: CourseFacts) => row.category_id === own.row.category_id
  return [...others.filter(isSame), ...others.filter((one) => !isSame(one))].slice(0, RELATED)
}

async function loadPackages({ query }: Database, courseId: number, lang: Locale) {
  const rows = await query
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
  db: Database,
  { id, lang, now }: { id: number; lang: Locale; now: number },
): Promise<CourseDetail> {
  const all = await loadCourseFacts(db, now)
  const own = all.find((facts) => facts.id === id)
  if (!own) throw notFound()
  const [[card, ...related], { body }, packages, news] = await Promise.all([
    loadCourseCards(db, { lang, now }, [own, ...pickRelated(own, all)]),
    loadDetails(db, 'course', id, lang),
    loadPackages(db, id, lang),
    loadSubjectNews(db, { kind: 'course', lang, now, subjectId: id }),
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

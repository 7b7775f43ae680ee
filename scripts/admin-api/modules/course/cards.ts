import type { CourseCard, CourseDate } from '#api/course.ts'
import type { Locale } from '#api/language.ts'
import type { Ref } from '#api/primitives.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import { countPlacesLeft, readCourseDateState } from '../../states/course-state.ts'
import { findPlace, loadPlaces, pickName, readOccasion, uniqueById } from '../read/names.ts'
import { readCard, selectItemTexts, type ReadContext } from '../read/texts.ts'
import type { CourseFacts, DateRow } from './facts.ts'

/** Places by the id of their hall, and teachers by their id. */
export async function loadCourseNames(db: Reader, lang: Locale, artistIds: readonly number[]) {
  const [places, rows] = await Promise.all([
    loadPlaces(db, lang),
    db
      .selectFrom('content_text')
      .select(['item_id', 'title'])
      .where('kind', '=', 'artist')
      .where('lang', '=', lang)
      .where('item_id', 'in', [...new Set(artistIds)])
      .execute(),
  ])
  return {
    places,
    artists: new Map(rows.map(({ item_id: id, title: name }) => [id, { id, name }])),
  }
}

type CourseNames = Awaited<ReturnType<typeof loadCourseNames>>

function findTeacher({ artists }: CourseNames, id: number): Ref {
  const teacher = artists.get(id)
  if (!teacher) throw new Error(`no text for artist ${id}`)
  return teacher
}

export function readCourseDate(
  row: DateRow,
  courseTitle: string,
  names: CourseNames,
  now: number,
): CourseDate {
  return {
    id: row.id,
    course: { id: row.course_id, name: courseTitle },
    ...readOccasion(row, names.places),
    teacher: findTeacher(names, row.teacher_id),
    price_fen: row.price_fen,
    member_price_fen: row.member_price_fen,
    capacity: row.places,
    places_left: countPlacesLeft(row),
    admission: row.admission,
    state: readCourseDateState(row, row.booking_opens_at, now),
  }
}

const selectTexts = (db: Reader, lang: Locale, ids: readonly number[]) =>
  db
    .selectFrom('course')
    .innerJoin('category', 'category.id', 'course.category_id')
    .innerJoin(selectItemTexts('course', lang), 'text.item_id', 'course.id')
    .select(['course.id', 'category.name as category_name', 'title', 'text.summary', 'card'])
    .where('course.id', 'in', ids)

const selectTeachers = (db: Reader, ids: readonly number[]) =>
  db
    .selectFrom('course_teacher')
    .select(['course_id', 'artist_id'])
    .where('course_id', 'in', ids)
    .orderBy('position')

/** Cards of courses in the order of the list, in four queries. */
export async function loadCourseCards(
  db: Reader,
  { lang, now }: ReadContext,
  list: readonly CourseFacts[],
): Promise<CourseCard[]> {
  if (list.length === 0) return []
  const ids = list.map(({ id }) => id)
  const [rows, teachers] = await Promise.all([
    selectTexts(db, lang, ids).execute(),
    selectTeachers(db, ids).execute(),
  ])
  const artistIds = [
    ...teachers.map(({ artist_id }) => artist_id),
    ...list.flatMap(({ next }) => next?.teacher_id ?? []),
  ]
  const names = await loadCourseNames(db, lang, artistIds)
  const texts = new Map(rows.map((row) => [row.id, row]))
  const byCourse = Map.groupBy(teachers, ({ course_id }) => course_id)
  return list.flatMap(({ id, row, dates, next, state }) => {
    const text = texts.get(id)
    if (!text) return []
    const { subtitle, image } = readCard('course', text.card)
    const cities = dates
      .filter((date) => !date.cancelled)
      .map((date) => findPlace(names.places, date.hall_id).city)
    return {
      id,
      langs: readJson(row.langs),
      title: text.title,
      subtitle,
      summary: text.summary,
      category: { id: row.category_id, name: pickName(text.category_name, lang) },
      poster: image,
      level: row.level,
      hours: row.hours,
      teachers: (byCourse.get(id) ?? []).map(({ artist_id }) => findTeacher(names, artist_id)),
      cities: uniqueById(cities),
      admission: row.admission,
      price_fen: row.price_fen,
      member_price_fen: row.member_price_fen,
      state,
      next_date: next ? readCourseDate(next, text.title, names, now) : null,
    }
  })
}

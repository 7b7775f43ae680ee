import type { CalendarEntry, CalendarMonth } from '#api/calendar.ts'
import type { BodyOf } from '#api/index.ts'
import type { Place } from '#api/primitives.ts'
import type { Reader } from '../../db/open.ts'
import { readActivityState } from '../../states/activity-state.ts'
import { formatTime, getMonth, readMonth } from '../../venue-time.ts'
import { readCourseDateState } from '../../states/course-state.ts'
import { selectActivities } from '../activity/cards.ts'
import { loadPlaces, readOccasion } from '../read/names.ts'
import { selectDates } from './facts.ts'
import { selectItemTexts, type ReadContext } from '../read/texts.ts'

type CalendarQuery = ReadContext & BodyOf<'POST /api/course/calendar'>

interface Range extends ReadContext {
  from: number
  to: number
}

/** Dates of courses that begin within a range. */
async function loadCourseEntries(
  db: Reader,
  { lang, now, from, to }: Range,
  places: ReadonlyMap<number, Place>,
): Promise<CalendarEntry[]> {
  const rows = await selectDates(db)
    .innerJoin(selectItemTexts('course', lang), 'text.item_id', 'course_date.course_id')
    .select('text.title')
    .where('course_date.starts_at', '>=', from)
    .where('course_date.starts_at', '<', to)
    .execute()
  return rows.map((row) => ({
    kind: 'course',
    id: row.id,
    item_id: row.course_id,
    title: row.title,
    ...readOccasion(row, places),
    note: null,
    state: readCourseDateState(row, row.booking_opens_at, now),
  }))
}

/** Dates of activities that begin within a range. */
async function loadActivityEntries(
  db: Reader,
  range: Range,
  places: ReadonlyMap<number, Place>,
): Promise<CalendarEntry[]> {
  const rows = await selectActivities(db, range)
    .innerJoin('activity_date', 'activity_date.activity_id', 'activity.id')
    .select(['activity_date.id as date_id', 'hall_id', 'starts_at', 'ends_at'])
    .where('activity_date.published', '=', 1)
    .where('starts_at', '>=', range.from)
    .where('starts_at', '<', range.to)
    .execute()
  return rows.map((row) => ({
    kind: 'activity',
    id: row.date_id,
    item_id: row.id,
    title: row.title,
    ...readOccasion(row, places),
    note: null,
    state: readActivityState(row, row.last_end, range.now),
  }))
}

/** Course and activity dates that start in a month (venue time; default: the current month). */
export async function loadCourseCalendar(db: Reader, query: CalendarQuery): Promise<CalendarMonth> {
  const { lang, now, month = getMonth(now), city_id } = query
  const range = { lang, now, ...readMonth(month) }
  const places = await loadPlaces(db, lang)
  const [courses, activities] = await Promise.all([
    loadCourseEntries(db, range, places),
    loadActivityEntries(db, range, places),
  ])
  return {
    month,
    entries: [...courses, ...activities]
      .filter(({ place }) => city_id === undefined || place.city.id === city_id)
      .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at)),
    server_time: formatTime(now),
  }
}

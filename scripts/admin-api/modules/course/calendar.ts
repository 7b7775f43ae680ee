import type { CalendarEntry, CalendarMonth } from '#api/calendar.ts'
import type { Locale } from '#api/language.ts'
import type { Place } from '#api/primitives.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime, monthOf, readMonth } from '../../venue-time.ts'
import { readCourseDateState } from '../../states/course-state.ts'
import { loadActivityEntries } from '../activity/calendar.ts'
import { findPlace, loadPlaces } from '../read/names.ts'
import { selectDates } from './facts.ts'
import { selectTextsOf } from '../read/texts.ts'

export interface CalendarQuery {
  lang: Locale
  now: number
  month?: string | undefined
  city_id?: number | undefined
}

async function loadCourseEntries(
  db: Reader,
  { lang, now }: CalendarQuery,
  { from, to }: { from: number; to: number },
  places: ReadonlyMap<number, Place>,
): Promise<CalendarEntry[]> {
  const rows = await selectDates(db)
    .innerJoin(selectTextsOf('course', lang), 'text.item_id', 'course_date.course_id')
    .select('text.title')
    .where('course_date.starts_at', '>=', from)
    .where('course_date.starts_at', '<', to)
    .execute()
  return rows.map((row) => ({
    kind: 'course',
    id: row.id,
    item_id: row.course_id,
    title: row.title,
    starts_at: formatTime(row.starts_at),
    ends_at: formatTime(row.ends_at),
    place: findPlace(places, row.hall_id),
    note: null,
    state: readCourseDateState(row, row.booking_opens_at, now),
  }))
}

/** Course and activity dates that start in a month (venue time; default: the current month). */
export async function loadCourseCalendar(db: Reader, query: CalendarQuery): Promise<CalendarMonth> {
  const { lang, now, month = monthOf(now), city_id } = query
  const range = readMonth(month)
  const places = await loadPlaces(db, lang)
  const [courses, activities] = await Promise.all([
    loadCourseEntries(db, query, range, places),
    loadActivityEntries(db, { lang, now, ...range }, places),
  ])
  return {
    month,
    entries: [...courses, ...activities]
      .filter(({ place }) => city_id === undefined || place.city.id === city_id)
      .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at)),
    server_time: formatTime(now),
  }
}

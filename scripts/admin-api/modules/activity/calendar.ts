import type { CalendarEntry } from '#api/calendar.ts'
import type { Locale } from '#api/language.ts'
import type { Place } from '#api/primitives.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'
import { readActivityState } from '../../states/activity-state.ts'
import { findPlace } from '../read/names.ts'
import { selectActivities } from './cards.ts'

interface Range {
  lang: Locale
  now: number
  from: number
  to: number
}

/** Dates of activities that begin within a range. */
export async function loadActivityEntries(
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
    starts_at: formatTime(row.starts_at),
    ends_at: formatTime(row.ends_at),
    place: findPlace(places, row.hall_id),
    note: null,
    state: readActivityState(row, row.last_end, range.now),
  }))
}

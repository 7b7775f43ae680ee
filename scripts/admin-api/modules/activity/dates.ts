import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime, readDay, startOfDay } from '../../venue-time.ts'
import { findPlace, loadPlaces } from '../read/names.ts'
import { loadDetails, type ReadContext } from '../read/texts.ts'
import { readActivityCard, selectActivities, sortActivities } from './cards.ts'

const RELATED = 3

const selectDates = (db: Reader) =>
  db
    .selectFrom('activity_date')
    .innerJoin('activity', 'activity.id', 'activity_date.activity_id')
    .where('activity_date.published', '=', 1)
    .where('activity.published', '=', 1)

const dateColumns = [
  'activity_date.id',
  'activity_date.activity_id',
  'activity_date.hall_id',
  'activity_date.starts_at',
  'activity_date.ends_at',
] as const

interface DateQuery extends ReadContext {
  from?: string | undefined
  page: number
  size: number
}

/** A page of dates from a venue day on (default: today), each with its activity. */
export async function listActivityDates(db: Reader, query: DateQuery) {
  const { lang, now, from, page, size } = query
  const start = from === undefined ? startOfDay(now) : readDay(from)
  const dates = selectDates(db).where('activity_date.starts_at', '>=', start)
  const [rows, { total }, places] = await Promise.all([
    dates
      .select(dateColumns)
      .orderBy('activity_date.starts_at')
      .orderBy('activity_date.id')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    dates.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    loadPlaces(db, lang),
  ])
  const ids = rows.map(({ activity_id }) => activity_id)
  const activities = await selectActivities(db, query).where('activity.id', 'in', ids).execute()
  const cards = new Map(activities.map((row) => [row.id, readActivityCard(row, now)]))
  const items = rows.flatMap((row) => {
    const activity = cards.get(row.activity_id)
    if (!activity) return []
    return {
      id: row.id,
      starts_at: formatTime(row.starts_at),
      ends_at: formatTime(row.ends_at),
      place: findPlace(places, row.hall_id),
      activity,
    }
  })
  return { items, page, size, total, server_time: formatTime(now) }
}

/** The detail page of an activity. @throws RequestError not_found */
export async function loadActivityDetail(db: Reader, query: ReadContext & { id: number }) {
  const { id, lang, now } = query
  const activities = await selectActivities(db, query).execute()
  const activity = activities.find((row) => row.id === id)
  if (!activity) throw notFound()
  const [{ body }, rows, places] = await Promise.all([
    loadDetails(db, 'activity', id, lang),
    selectDates(db)
      .select(dateColumns)
      .where('activity.id', '=', id)
      .orderBy('activity_date.starts_at')
      .execute(),
    loadPlaces(db, lang),
  ])
  const related = sortActivities(activities)
    .filter((row) => row.id !== id)
    .map((row) => readActivityCard(row, now))
    .filter(({ state }) => state !== 'ended')
  return {
    ...readActivityCard(activity, now),
    dates: rows.map((row) => ({
      id: row.id,
      starts_at: formatTime(row.starts_at),
      ends_at: formatTime(row.ends_at),
      place: findPlace(places, row.hall_id),
    })),
    body,
    related: related.slice(0, RELATED),
    server_time: formatTime(now),
  }
}

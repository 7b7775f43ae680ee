import type { QueryOf } from '#api/index.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { formatTime, readDay, startOfDay } from '../../venue-time.ts'
import { loadPlaces, readOccasion } from '../read/names.ts'
import { queryPage } from '../read/page.ts'
import { loadDetails, type ReadContext } from '../read/texts.ts'
import { readActivityCard, selectActivities, sortActivities } from './cards.ts'

const RELATED = 3

const selectDates = (db: Reader) =>
  db
    .selectFrom('activity_date')
    .innerJoin('activity', 'activity.id', 'activity_date.activity_id')
    .select(['activity_date.id', 'activity_date.activity_id', 'activity_date.hall_id'])
    .select(['activity_date.starts_at', 'activity_date.ends_at'])
    .where('activity_date.published', '=', 1)
    .where('activity.published', '=', 1)
    .orderBy('activity_date.starts_at')
    .orderBy('activity_date.id')

/** A page of dates from a venue day on (default: today), each with its activity. */
export async function listActivityDates(
  db: Reader,
  query: ReadContext & QueryOf<'GET /api/course/activity_datelist'>,
) {
  const { lang, now, from } = query
  const start = from === undefined ? startOfDay(now) : readDay(from)
  const dates = selectDates(db).where('activity_date.starts_at', '>=', start)
  const [{ items: rows, ...page }, places] = await Promise.all([
    queryPage(dates, query),
    loadPlaces(db, lang),
  ])
  const ids = rows.map(({ activity_id }) => activity_id)
  const activities = await selectActivities(db, query).where('activity.id', 'in', ids).execute()
  const cards = new Map(activities.map((row) => [row.id, readActivityCard(row, now)]))
  const items = rows.flatMap((row) => {
    const activity = cards.get(row.activity_id)
    if (!activity) return []
    return { id: row.id, ...readOccasion(row, places), activity }
  })
  return { ...page, items, server_time: formatTime(now) }
}

/** The detail page of an activity. @throws RequestError not_found */
export async function loadActivityDetail(db: Reader, query: ReadContext & { id: number }) {
  const { id, lang, now } = query
  const activities = await selectActivities(db, query).execute()
  const activity = activities.find((row) => row.id === id)
  if (!activity) throw notFound()
  const [{ body }, rows, places] = await Promise.all([
    loadDetails(db, 'activity', id, lang),
    selectDates(db).where('activity.id', '=', id).execute(),
    loadPlaces(db, lang),
  ])
  const related = sortActivities(activities)
    .filter((row) => row.id !== id)
    .map((row) => readActivityCard(row, now))
    .filter(({ state }) => state !== 'ended' && state !== 'applications_closed')
  return {
    ...readActivityCard(activity, now),
    dates: rows.map((row) => ({ id: row.id, ...readOccasion(row, places) })),
    body,
    related: related.slice(0, RELATED),
    server_time: formatTime(now),
  }
}

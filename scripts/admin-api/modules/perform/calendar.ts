import type { CalendarMonth } from '#api/calendar.ts'
import type { BodyOf } from '#api/index.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime, getMonth, readMonth } from '../../venue-time.ts'
import { readShowState } from '../../states/show-state.ts'
import { loadPlaces, pickName, readOccasion } from '../read/names.ts'
import { selectShows } from './facts.ts'
import { selectItemTexts, type ReadContext } from '../read/texts.ts'

/** All shows that start in a month (venue time; default: the current month). */
export async function loadPerformCalendar(
  db: Reader,
  { lang, now, month = getMonth(now), city_id }: ReadContext & BodyOf<'POST /api/perform/calendar'>,
): Promise<CalendarMonth> {
  const { from, to } = readMonth(month)
  const [rows, places] = await Promise.all([
    selectShows(db)
      .innerJoin(selectItemTexts('performance', lang), 'text.item_id', 'show.performance_id')
      .select('text.title')
      .groupBy('text.title')
      .where('show.starts_at', '>=', from)
      .where('show.starts_at', '<', to)
      .execute(),
    loadPlaces(db, lang),
  ])
  const entries = rows.map((row) => ({
    kind: 'performance' as const,
    id: row.id,
    item_id: row.performance_id,
    title: row.title,
    ...readOccasion(row, places),
    note: row.note === null ? null : pickName(row.note, lang),
    state: readShowState(row, now),
  }))
  return {
    month,
    entries: entries.filter(({ place }) => city_id === undefined || place.city.id === city_id),
    server_time: formatTime(now),
  }
}

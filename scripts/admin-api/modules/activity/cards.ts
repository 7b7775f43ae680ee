import type { ExpressionBuilder } from 'kysely'
import type { ActivityCard } from '#api/activity.ts'
import { readJson } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { formatTime } from '../../venue-time.ts'
import { readActivityState } from '../../states/activity-state.ts'
import { readCard, selectItemTexts, type ReadContext } from '../read/texts.ts'

/** The end of the last date of an activity, as the column `last_end`. */
export const selectLastEnd = ({ selectFrom }: ExpressionBuilder<Tables, 'activity'>) =>
  selectFrom('activity_date as date')
    .select(({ fn }) => fn.max<number | null>('date.ends_at').as('end'))
    .whereRef('date.activity_id', '=', 'activity.id')
    .where('date.published', '=', 1)
    .as('last_end')

/** Published activities with the start of their next date and the end of their last one. */
export const selectActivities = (db: Reader, { lang, now }: ReadContext) =>
  db
    .selectFrom('activity')
    .select(selectLastEnd)
    .innerJoin(selectItemTexts('activity', lang), 'text.item_id', 'activity.id')
    .where('activity.published', '=', 1)
    .select(({ selectFrom }) => [
      'activity.id',
      'activity.langs',
      'activity.price_fen',
      'activity.places',
      'activity.taken',
      'activity.opens_at',
      'activity.closes_at',
      'text.title',
      'text.summary',
      'text.card',
      selectFrom('activity_date as date')
        .select(({ fn }) => fn.min<number | null>('date.starts_at').as('start'))
        .whereRef('date.activity_id', '=', 'activity.id')
        .where('date.published', '=', 1)
        .where('date.starts_at', '>', now)
        .as('next_start'),
    ])
type ActivityRow = Awaited<ReturnType<ReturnType<typeof selectActivities>['execute']>>[number]

export function readActivityCard(row: ActivityRow, now: number): ActivityCard {
  const { subtitle, image } = readCard('activity', row.card)
  return {
    id: row.id,
    langs: readJson(row.langs),
    title: row.title,
    subtitle,
    summary: row.summary,
    poster: image,
    price_fen: row.price_fen,
    places: row.places,
    places_left: row.places - row.taken,
    opens_at: formatTime(row.opens_at),
    closes_at: formatTime(row.closes_at),
    state: readActivityState(row, row.last_end, now),
  }
}

const getSortKey = ({
  next_start: next,
  last_end: end,
}: ActivityRow): [group: number, time: number] => (next === null ? [1, -(end ?? 0)] : [0, next])

/** Sorts activities by their next date; past ones come last, latest first. */
export const sortActivities = (rows: readonly ActivityRow[]): ActivityRow[] =>
  rows
    .map((row) => ({ row, key: getSortKey(row) }))
    .toSorted((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.row.id - b.row.id)
    .map(({ row }) => row)

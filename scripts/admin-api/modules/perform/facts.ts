import type { Reader } from '../../db/open.ts'
import { readPerformanceState } from '../../states/show-state.ts'

/** Published shows with the sum of their places over all tiers on sale; removed ones may have returned places. */
export function selectShows(db: Reader) {
  return db
    .selectFrom('show')
    .innerJoin('performance', 'performance.id', 'show.performance_id')
    .innerJoin('show_tier', 'show_tier.show_id', 'show.id')
    .innerJoin('tier', 'tier.id', 'show_tier.tier_id')
    .where('show.published', '=', 1)
    .where('performance.published', '=', 1)
    .where('tier.published', '=', 1)
    .select(({ fn, eb }) => [
      'show.id',
      'show.performance_id',
      'show.hall_id',
      'show.starts_at',
      'show.ends_at',
      'show.note',
      'show.features',
      'show.cancelled',
      'show.moved',
      'performance.member_sale_starts_at',
      'performance.sale_starts_at',
      fn.sum<number>('show_tier.stock').as('stock'),
      fn.sum<number>('show_tier.held').as('held'),
      fn.sum<number>('show_tier.sold').as('sold'),
      fn
        .min<number | null>(
          eb.case().when('show_tier.stock', '>', 0).then(eb.ref('tier.price_fen')).end(),
        )
        .as('offered_from_fen'),
      fn.min<number>('tier.price_fen').as('price_from_fen'),
    ])
    .groupBy(['show.id', 'performance.id'])
    .orderBy('show.starts_at')
    .orderBy('show.id')
}
export type ShowRow = Awaited<ReturnType<ReturnType<typeof selectShows>['execute']>>[number]

const selectPerformances = (db: Reader) =>
  db
    .selectFrom('performance')
    .where('performance.published', '=', 1)
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('tier')
        .select(({ fn }) => fn.min<number | null>('price_fen').as('price'))
        .whereRef('tier.performance_id', '=', 'performance.id')
        .where('tier.published', '=', 1)
        .as('price_from_fen'),
    )

/** State, shows and lowest price of performances, without texts; in two queries. */
export async function loadPerformanceFacts(db: Reader, now: number, ids?: readonly number[]) {
  const [rows, shows] = await Promise.all([
    selectPerformances(db)
      .$call((select) => (ids === undefined ? select : select.where('performance.id', 'in', ids)))
      .execute(),
    selectShows(db)
      .$call((select) =>
        ids === undefined ? select : select.where('show.performance_id', 'in', ids),
      )
      .execute(),
  ])
  const byPerformance = Map.groupBy(shows, (show) => show.performance_id)
  return rows.map((row) => {
    const ownShows = byPerformance.get(row.id) ?? []
    return {
      id: row.id,
      row,
      shows: ownShows,
      state: readPerformanceState(ownShows, now),
    }
  })
}

export type PerformanceFacts = Awaited<ReturnType<typeof loadPerformanceFacts>>[number]

/** Whether a show is neither cancelled nor rescheduled. */
export const takesPlace = ({ cancelled, moved }: ShowRow): boolean => !cancelled && !moved

function getSortKey(
  { shows, state }: PerformanceFacts,
  now: number,
): [group: number, time: number] {
  const next = shows.find((show) => show.ends_at > now && takesPlace(show))
  if (next) return [0, next.starts_at]
  return state === 'past' ? [2, -(shows.at(-1)?.starts_at ?? 0)] : [1, 0]
}

/** Sorts performances by their next show, then those without a date, then past ones, latest first. */
export function sortPerformances(list: readonly PerformanceFacts[], now: number) {
  return list
    .map((facts) => ({ facts, key: getSortKey(facts, now) }))
    .toSorted((a, b) => a.key[0] - b.key[0] || a.key[1] - b.key[1] || a.facts.id - b.facts.id)
    .map(({ facts }) => facts)
}

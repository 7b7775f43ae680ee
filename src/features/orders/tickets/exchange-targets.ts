import type * as v from 'valibot'
import type { getPerformTicket } from '#api/perform.ts'
import type { PerformanceOrder } from '../ticket-text.ts'

export type TargetShow = v.InferOutput<typeof getPerformTicket.data>['shows'][number]

const isOnSale = ({ state }: Pick<TargetShow, 'state'>): boolean =>
  state === 'on_sale' || state === 'few_left'

/**
 * The shows that tickets of an order can be exchanged for, the next one first. If all tickets of the order
 * have the same price level, that level of the same show is excluded.
 */
export function listTargets(
  shows: readonly TargetShow[],
  { show_id: currentShow, lines }: Pick<PerformanceOrder, 'show_id' | 'lines'>,
): TargetShow[] {
  const [line, ...more] = lines
  const onlyTier = more.length === 0 ? line?.tier_id : undefined
  return shows
    .filter(isOnSale)
    .map((show) => ({
      ...show,
      tiers: show.tiers.filter(({ id }) => show.id !== currentShow || id !== onlyTier),
    }))
    .filter(({ tiers }) => tiers.some(({ places_left: left }) => left > 0))
    .toSorted((one, other) => Date.parse(one.starts_at) - Date.parse(other.starts_at))
}

import type * as v from 'valibot'
import type { getPerformTicket } from '#api/perform.ts'
import type { TicketSelection } from '#stores/ticket-choice.ts'
import { isOnSale } from '#features/order-core/on-sale.ts'

export type TicketData = v.InferOutput<typeof getPerformTicket.data>
export type TicketShow = TicketData['shows'][number]
export type TicketTier = TicketShow['tiers'][number]
/** Quantities by the id of each price level. */
export type Counts = Readonly<Record<number, number>>

/** Whether the show is currently on sale for members only. */
export const isMemberSale = (show: TicketShow, serverTime: string): boolean =>
  show.state === 'not_on_sale' && Date.parse(show.member_sale_starts_at) <= Date.parse(serverTime)

/** Whether tickets of a show can be selected. */
export const canChooseShow = (show: TicketShow, serverTime: string): boolean =>
  isOnSale(show) || isMemberSale(show, serverTime)

/** The initially selected show: the stored one if it is available, else the next available one. */
export function chooseShow(
  { shows, server_time }: TicketData,
  stored: number | undefined,
): TicketShow | undefined {
  const open = shows
    .filter((show) => canChooseShow(show, server_time))
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  return open.find(({ id }) => id === stored) ?? open[0]
}

export const sumCounts = (counts: Counts): number =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** Maximum number of tickets per order, and the number that the account may still buy. */
export interface Limits {
  order: number
  account: number
}

export interface Limit {
  max: number
  /** The rule that limits the quantity, and its total. */
  by: 'order' | 'account' | 'stock'
  allowed: number
}

/** The maximum quantity of a price level, given the selected quantities of the others. */
export function getLimit(tier: TicketTier, counts: Counts, limits: Limits): Limit {
  const others = sumCounts(counts) - (counts[tier.id] ?? 0)
  const room: Limit[] = [
    { max: tier.places_left, by: 'stock', allowed: tier.places_left },
    { max: limits.order - others, by: 'order', allowed: limits.order },
    { max: limits.account - others, by: 'account', allowed: limits.account },
  ]
  const tightest = room.reduce((min, each) => (each.max < min.max ? each : min))
  return { ...tightest, max: Math.max(0, tightest.max) }
}

/** Reduces quantities to the limits, in the order of the price levels. */
export function fitCounts(show: TicketShow, requested: Counts, limits: Limits): Counts {
  const fitted: Record<number, number> = {}
  for (const tier of show.tiers) {
    const count = Math.min(requested[tier.id] ?? 0, getLimit(tier, fitted, limits).max)
    if (count > 0) fitted[tier.id] = count
  }
  return fitted
}

export const isSameCounts = (a: Counts, b: Counts): boolean => {
  const serialise = (counts: Counts) =>
    JSON.stringify(Object.entries(counts).filter(([, count]) => count > 0))
  return serialise(a) === serialise(b)
}

export const toLines = (counts: Counts): TicketSelection['lines'] =>
  Object.entries(counts)
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => ({ tier_id: Number(id), quantity }))

export const toCounts = (lines: TicketSelection['lines']): Counts =>
  Object.fromEntries(lines.map(({ tier_id, quantity }) => [tier_id, quantity]))

/** The price of a selection in fen without member discount, shown until there is a quote. */
export const sumPrices = (show: TicketShow, counts: Counts): number =>
  show.tiers.reduce((total, { id, price_fen }) => total + price_fen * (counts[id] ?? 0), 0)

/** Replaces a price level of a show that was refreshed after the page had loaded. */
export const replaceTier = (data: TicketData, showId: number, tier: TicketTier): TicketData => ({
  ...data,
  shows: data.shows.map((show) =>
    show.id === showId
      ? { ...show, tiers: show.tiers.map((each) => (each.id === tier.id ? tier : each)) }
      : show,
  ),
})

import type * as v from 'valibot'
import type { getPerformTicket } from '#api/perform.ts'
import type { TicketChoice } from '#stores/ticket-choice.ts'

export type TicketData = v.InferOutput<typeof getPerformTicket.data>
export type TicketShow = TicketData['shows'][number]
export type TicketTier = TicketShow['tiers'][number]
/** How many of each price level, by its id. */
export type Counts = Readonly<Record<number, number>>

/** Whether members may buy before everyone else now. */
export const isMemberSale = (show: TicketShow, serverTime: string): boolean =>
  show.state === 'not_on_sale' && Date.parse(show.member_sale_starts_at) <= Date.parse(serverTime)

const isOnSale = ({ state }: { state: TicketShow['state'] }): boolean =>
  state === 'on_sale' || state === 'few_left'

/** Whether tickets of a show can be chosen: others stay in sight. */
export const canChooseShow = (show: TicketShow, serverTime: string): boolean =>
  isOnSale(show) || isMemberSale(show, serverTime)

/** The show that stands chosen at first: the one stored, else the soonest with tickets. */
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

/** How many tickets one order may hold, and how many more the account may buy. */
export interface Limits {
  order: number
  account: number
}

export interface Limit {
  max: number
  /** What stops at `max`, and how many it allows in all. */
  by: 'order' | 'account' | 'stock'
  allowed: number
}

/** How many of a price level can be chosen beside what is chosen of the others. */
export function limitOf(tier: TicketTier, counts: Counts, limits: Limits): Limit {
  const others = sumCounts(counts) - (counts[tier.id] ?? 0)
  const room: Limit[] = [
    { max: tier.places_left, by: 'stock', allowed: tier.places_left },
    { max: limits.order - others, by: 'order', allowed: limits.order },
    { max: limits.account - others, by: 'account', allowed: limits.account },
  ]
  const tightest = room.reduce((min, each) => (each.max < min.max ? each : min))
  return { ...tightest, max: Math.max(0, tightest.max) }
}

/** The counts that are still possible, in the order of the price levels. */
export function fitCounts(show: TicketShow, wanted: Counts, limits: Limits): Counts {
  const fitted: Record<number, number> = {}
  for (const tier of show.tiers) {
    const count = Math.min(wanted[tier.id] ?? 0, limitOf(tier, fitted, limits).max)
    if (count > 0) fitted[tier.id] = count
  }
  return fitted
}

export const isSameCounts = (a: Counts, b: Counts): boolean => {
  const chosen = (counts: Counts) =>
    JSON.stringify(Object.entries(counts).filter(([, count]) => count > 0))
  return chosen(a) === chosen(b)
}

export const linesOf = (counts: Counts): TicketChoice['lines'] =>
  Object.entries(counts)
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => ({ tier_id: Number(id), quantity }))

export const countsOf = (lines: TicketChoice['lines']): Counts =>
  Object.fromEntries(lines.map(({ tier_id, quantity }) => [tier_id, quantity]))

/** What the choice costs without a membership: what is shown until the API has answered. */
export const sumPrices = (show: TicketShow, counts: Counts): number =>
  show.tiers.reduce((total, { id, price_fen }) => total + price_fen * (counts[id] ?? 0), 0)

/** Price levels as they were found after the page had loaded, by show and level. */
export type FreshTiers = Readonly<Record<string, TicketTier>>
export const freshKey = (showId: number, tierId: number): string => `${showId} ${tierId}`

/** The data with what was found out since about single price levels. */
export const withFresh = (data: TicketData, fresh: FreshTiers): TicketData => ({
  ...data,
  shows: data.shows.map((show) => ({
    ...show,
    tiers: show.tiers.map((tier) => fresh[freshKey(show.id, tier.id)] ?? tier),
  })),
})

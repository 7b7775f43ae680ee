import type { Show } from '#api/perform.ts'

export interface SaleStart {
  /** ISO 8601. */
  opensAt: string
  /** Start for members, if it is earlier; ISO 8601. */
  membersFrom: string | null
}

type SaleTimes = Pick<Show, 'state' | 'sale_starts_at' | 'member_sale_starts_at'>

/** The next start of sale of some shows; null if none of them has yet to start. */
export function findSaleStart(shows: readonly SaleTimes[]): SaleStart | null {
  const [next] = shows
    .filter(({ state }) => state === 'not_on_sale')
    .toSorted((a, b) => Date.parse(a.sale_starts_at) - Date.parse(b.sale_starts_at))
  if (!next) return null
  const { sale_starts_at: opensAt, member_sale_starts_at: members } = next
  return { opensAt, membersFrom: Date.parse(members) < Date.parse(opensAt) ? members : null }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Milliseconds until the next sale of some shows starts; null if none starts within a day. */
export function getTimeToSale(shows: readonly SaleTimes[], serverTime: string): number | null {
  const starts = shows
    .filter(({ state }) => state === 'not_on_sale')
    .flatMap((show) => [Date.parse(show.member_sale_starts_at), Date.parse(show.sale_starts_at)])
  const next = Math.min(...starts.map((at) => at - Date.parse(serverTime)).filter((ms) => ms > 0))
  return next < DAY_MS ? next : null
}

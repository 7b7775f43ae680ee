import type { PerformanceState, ShowState } from '#api/availability.ts'
import type { Tables } from '../db/tables.ts'

type Stock = Pick<Tables['show_tier'], 'stock' | 'held' | 'sold'>
type ShowFacts = Stock &
  Pick<Tables['show'], 'starts_at' | 'ends_at' | 'cancelled' | 'moved'> &
  Pick<Tables['performance'], 'sale_starts_at'>

const FEW_PLACES = 6
const FEW_SHARE = 0.05

export const countLeft = ({ stock, held, sold }: Stock): number => stock - held - sold

function readStockState(places: Stock): ShowState {
  const left = countLeft(places)
  if (places.sold >= places.stock) return 'sold_out'
  // Held seats are released if their orders are not paid.
  if (left <= 0) return 'all_held'
  return left <= Math.max(FEW_PLACES, places.stock * FEW_SHARE) ? 'few_left' : 'on_sale'
}

/** Sale state of a show or, with the stock of a single tier, of that tier. */
export function readShowState(show: ShowFacts, now: number): ShowState {
  if (show.cancelled) return 'cancelled'
  if (show.moved) return 'moved'
  if (now >= show.starts_at) return 'sale_ended'
  if (now < show.sale_starts_at) return 'not_on_sale'
  return readStockState(show)
}

/**
 * Overall state of a performance by its shows. `all_held` counts as few left, because held seats may be
 * released. Without an upcoming show that takes place, a performance is sold out, or cancelled if all were cancelled.
 */
export function readPerformanceState(shows: readonly ShowFacts[], now: number): PerformanceState {
  if (shows.length === 0) return 'coming'
  if (shows.every((show) => show.ends_at <= now)) return 'past'
  const upcoming = shows
    .filter((show) => show.starts_at > now)
    .map((show) => readShowState(show, now))
  if (upcoming.length > 0 && upcoming.every((state) => state === 'cancelled')) return 'cancelled'
  const states = upcoming.filter((state) => state !== 'cancelled' && state !== 'moved')
  if (states.every((state) => state === 'sold_out')) return 'sold_out'
  if (states.includes('on_sale')) return 'on_sale'
  return states.some((state) => state === 'few_left' || state === 'all_held')
    ? 'few_left'
    : 'coming'
}

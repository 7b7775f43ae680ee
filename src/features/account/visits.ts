import type { Order } from '#api/order.ts'
import { readOrderEvent, type OrderEvent } from '#calendar-file/order-event.ts'
import { hasOnlyVoidTickets } from '#features/order-core/kinds/performance.ts'

export interface Visit extends Omit<OrderEvent, 'place'> {
  order: Order
  place: string
}

const VALID = new Set<Order['status']>(['paid', 'verified', 'completed'])

/** Lists the visits of orders by time. The visit of an exchanged order belongs to another order. */
function listVisits(orders: readonly Order[]): Visit[] {
  return orders
    .filter((order) => VALID.has(order.status) && !hasOnlyVoidTickets(order))
    .flatMap((order) => {
      const event = readOrderEvent(order)
      if (event === null) return []
      const { hall, venue } = event.place
      return [{ ...event, order, place: `${hall.name}\u00a0· ${venue.name}` }]
    })
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
}

export interface Visits {
  coming: Visit[]
  past: Visit[]
}

/** The most past performances that are shown. */
const MAX_PAST = 50

/**
 * Splits orders into upcoming visits, the next one first, and the latest past performances, the last one first. A
 * visit is past when it has ended.
 * @param now epoch ms
 */
export function splitVisits(orders: readonly Order[], now: number): Visits {
  const visits = listVisits(orders)
  const isPast = ({ endsAt }: Visit) => Date.parse(endsAt) <= now
  return {
    coming: visits.filter((visit) => !isPast(visit)),
    past: visits
      .filter((visit) => isPast(visit) && visit.order.type === 'performance')
      .toReversed()
      .slice(0, MAX_PAST),
  }
}

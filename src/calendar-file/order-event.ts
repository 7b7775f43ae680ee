import type { Order, VisitPlace } from '#api/order.ts'

const MINUTE_MS = 60_000

/** When and where an order takes place; times are ISO 8601. */
export interface OrderEvent {
  startsAt: string
  endsAt: string
  place: VisitPlace
}

/** Returns the event of an order; null for an order without a time, such as a membership. */
export function readOrderEvent(order: Order): OrderEvent | null {
  switch (order.type) {
    case 'performance': {
      const endsAt = Date.parse(order.starts_at) + order.duration_min * MINUTE_MS
      return {
        startsAt: order.starts_at,
        endsAt: new Date(endsAt).toISOString(),
        place: order.place,
      }
    }
    case 'course': {
      const { content } = order
      if (content.kind !== 'date') return null
      return { startsAt: content.starts_at, endsAt: content.ends_at, place: content.place }
    }
    default:
      return null
  }
}

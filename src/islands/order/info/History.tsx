import type { Order } from '#api/order.ts'
import { formatMoment } from '../facts.ts'
import type { OrderPart } from '../texts.ts'

const EVENTS = [
  'created',
  'extended',
  'paid',
  'paid_late',
  'paid_twice',
  'cancelled',
  'completed',
  'refund_requested',
  'refunded',
  'refund_failed',
  'verified',
  'verify_undone',
] as const

/** What happened to an order, in its order. Another house's API may know more: that is left out. */
export function listEvents({ events }: Pick<Order, 'events'>) {
  return events.flatMap(({ event, at }) => {
    const name = EVENTS.find((known) => known === event)
    return name === undefined ? [] : [{ name, at }]
  })
}

export function History({ order, ...part }: OrderPart & { order: Order }) {
  return (
    <ol className="order-history">
      {listEvents(order).map(({ name, at }, index) => (
        <li key={index}>
          <span>{part.t(`order:event_${name}`)}</span>
          <time className="numeral" dateTime={at}>
            {formatMoment(at, part)}
          </time>
        </li>
      ))}
    </ol>
  )
}

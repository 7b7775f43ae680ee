import { formatMoment } from '#i18n/format.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'

const EVENTS = [
  'created',
  'extended',
  'paid',
  'paid_late',
  'paid_twice',
  'date_cancelled',
  'cancelled',
  'completed',
  'tickets_refunded',
  'tickets_exchanged',
  'old_ticket_used',
  'old_ticket_refunded',
  'refund_requested',
  'refunded',
  'refund_failed',
  'invoice_requested',
  'invoice_changed',
  'invoice_issued',
  'invoice_reversed',
  'verified',
  'verify_undone',
] as const

/** The events of an order in chronological order, without unknown events of a foreign API. */
export function listEvents({ events }: Pick<Order, 'events'>) {
  return events.flatMap(({ event, at }) => {
    const name = EVENTS.find((each) => each === event)
    return name === undefined ? [] : [{ name, at }]
  })
}

export function History({ order, locale, t }: IslandPart<'orderInfo'> & { order: Order }) {
  return (
    <ol className="order-history">
      {listEvents(order).map(({ name, at }, index) => (
        <li key={index}>
          <span>{t(`order_info:event_${name}`)}</span>
          <time className="numeral" dateTime={at}>
            {formatMoment(at, locale)}
          </time>
        </li>
      ))}
    </ol>
  )
}

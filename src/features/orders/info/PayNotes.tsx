import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import type { IslandTexts } from '#i18n/island-areas.ts'
import { readCancelReason } from '#features/order-core/cancel-reason.ts'

type T = IslandTexts<'orderInfo'>

/** Describes a payment that arrived after the deadline; null if there is none. */
function describeLatePayment({ paid_late: isLate, status }: Order, t: T): string | null {
  if (!isLate || status === 'refunding' || status === 'refunded') return null
  return t(status === 'cancelled' ? 'order_info:paid_late' : 'order_info:paid_late_kept')
}

/** Describes a failed exchange and whether the original tickets are still valid; null for other orders. */
function describeEndedExchange(order: Order, t: T): string | null {
  const reason = readCancelReason(order)
  if (reason === 'old_ticket_used' || reason === 'old_ticket_refunded')
    return t('order_info:exchange_not_done')
  if (reason === null || order.credit_fen === 0) return null
  return t('order_info:exchange_kept')
}

function describeRefund({ refund }: Order, t: T): string | null {
  if (refund === null || refund.amount_fen === 0) return null
  return t(`order_info:refund_${refund.status}`, { amount: formatPrice(refund.amount_fen) })
}

/** Notes on the payment of an order, in addition to its status. */
export function PayNotes({ order, t }: { order: Order; t: T }) {
  const notes = [describeLatePayment, describeEndedExchange, describeRefund].flatMap(
    (describe) => describe(order, t) ?? [],
  )
  return notes.map((note) => (
    <p className="pay-note" key={note}>
      {note}
    </p>
  ))
}

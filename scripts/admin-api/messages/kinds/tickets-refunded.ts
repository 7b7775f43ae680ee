import { formatPrice } from '#i18n/format.ts'
import { defineMessageKind } from '../define-message-kind.ts'
import { countTickets, fact, linkToOrder, paragraph } from '../parts.ts'
import { describeRefundedValue, getRefundedFen } from '../refunded-value.ts'

/** Announces the refund of some tickets of an order. */
export const ticketsRefunded = defineMessageKind<'tickets_refunded'>({
  compose({ order, tickets, reason, returned }, context) {
    const { t } = context
    const kept = order.tickets.filter(({ state }) => state !== 'void')
    const refundedFen = getRefundedFen(returned)
    const amount = refundedFen === null ? null : formatPrice(refundedFen)
    const count = tickets.length
    const reasonText = t(`mail:refund_tickets_${reason}`, { count })
    const arrival = describeRefundedValue(returned, context)
    const title = order.title
    return {
      title: amount
        ? t('mail:refund_tickets_title', { title, amount, count })
        : t('mail:refund_tickets_free_title', { title, count }),
      summary: arrival[0] ?? reasonText,
      parts: [
        paragraph(reasonText),
        ...arrival.map(paragraph),
        paragraph(t('mail:refund_tickets_void')),
        {
          type: 'facts',
          facts: [
            fact(t('mail:what'), title),
            fact(t('mail:refund_tickets_returned'), countTickets(tickets)),
            ...(kept.length > 0 ? [fact(t('mail:refund_tickets_kept'), countTickets(kept))] : []),
            ...(amount === null ? [] : [fact(t('mail:refunded'), amount)]),
            fact(t('order:number'), order.order_no),
          ],
        },
        { type: 'action', label: t('mail:see_order'), href: linkToOrder(order, context) },
      ],
    }
  },
})

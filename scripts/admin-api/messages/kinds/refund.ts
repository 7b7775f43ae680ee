import { formatPrice } from '#i18n/format.ts'
import { defineMessageKind } from '../define-message-kind.ts'
import type { AnnouncedReason, Returned } from '../message-data.ts'
import type { MessageContext } from '../message.ts'
import { fact, linkToOrder, paragraph } from '../parts.ts'
import { describeReturned, readReturnedFen } from '../returned.ts'

function writeTitle(returned: Returned, title: string, { t }: MessageContext): string {
  switch (returned.kind) {
    case 'money':
    case 'split':
      return t('mail:refund_title', { title, amount: formatPrice(returned.amountFen) })
    case 'class_hours':
      return t('mail:refund_hours_title', { title, count: returned.hours })
    case 'later':
    case 'nothing':
      return t('mail:refund_free_title', { title })
  }
}

/** Whether the tickets of the order end with it. A payment that bought nothing leaves all tickets as they are. */
const VOIDS_TICKETS = {
  user: true,
  staff: true,
  show_cancelled: true,
  paid_twice: false,
  paid_late: false,
  old_ticket_used: false,
  old_ticket_refunded: false,
} as const satisfies Record<AnnouncedReason, boolean>

/** An order that is given back, by its owner or by us. */
export const refund = defineMessageKind<'refund'>({
  compose({ order, reason, returned }, context) {
    const { t } = context
    const why = t(`mail:refund_${reason}`)
    const arrival = describeReturned(returned, context)
    const refundedFen = readReturnedFen(returned)
    return {
      title: writeTitle(returned, order.title, context),
      summary: arrival[0] ?? why,
      parts: [
        paragraph(why),
        ...arrival.map(paragraph),
        ...(order.type === 'performance' && VOIDS_TICKETS[reason]
          ? [paragraph(t('mail:tickets_void'))]
          : []),
        {
          type: 'facts',
          facts: [
            fact(t('mail:what'), order.title),
            ...(refundedFen === null ? [] : [fact(t('mail:refunded'), formatPrice(refundedFen))]),
            fact(t('order:number'), order.order_no),
          ],
        },
        { type: 'action', label: t('mail:see_order'), href: linkToOrder(order, context) },
      ],
    }
  },
})

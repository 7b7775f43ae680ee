import { formatMoment, formatPrice } from '#i18n/format.ts'
import type { AnnouncedReason, RefundedValue } from '../message-data.ts'
import type { MessageContext, MessageKinds } from '../message.ts'
import {
  action,
  attachRemoval,
  countTickets,
  fact,
  facts,
  linkTo,
  linkToOrder,
  listKeptTickets,
  listOccasion,
  paragraph,
  getOccasion,
} from '../parts.ts'
import { describeRefundedValue, getRefundedFen } from '../refunded-value.ts'

function writeTitle(returned: RefundedValue, title: string, { t }: MessageContext): string {
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

/** Whether the refund voids the tickets of the order. A refund of a surplus payment does not. */
const VOIDS_TICKETS = {
  user: true,
  staff: true,
  show_cancelled: true,
  paid_twice: false,
  paid_late: false,
  old_ticket_used: false,
  old_ticket_refunded: false,
} as const satisfies Record<AnnouncedReason, boolean>

/** Messages about refunds, top-ups and invoices. */
export const PAYMENT_MESSAGES = {
  /** Announces the refund of an order or of a surplus payment. */
  refund: {
    compose({ order, reason, returned, sequence }, context) {
      const { t } = context
      const reasonText = t(`mail:refund_${reason}`)
      const arrival = describeRefundedValue(returned, context)
      const refundedFen = getRefundedFen(returned)
      return {
        title: writeTitle(returned, order.title, context),
        summary: arrival[0] ?? reasonText,
        parts: [
          paragraph(reasonText),
          ...arrival.map(paragraph),
          ...(order.type === 'performance' && VOIDS_TICKETS[reason]
            ? [paragraph(t('mail:tickets_void'))]
            : []),
          facts(
            fact(t('mail:what'), order.title),
            ...(refundedFen === null ? [] : [fact(t('mail:refunded'), formatPrice(refundedFen))]),
            fact(t('order:number'), order.order_no),
          ),
          action(t('mail:see_order'), linkToOrder(order, context)),
        ],
        files: VOIDS_TICKETS[reason] ? attachRemoval(order, context, sequence) : [],
      }
    },
  },

  /** Announces the refund of some tickets of an order. */
  tickets_refunded: {
    compose({ order, tickets, reason, returned, sequence }, context) {
      const { t } = context
      const kept = listKeptTickets(order)
      const hasValid = kept.some(({ state }) => state === 'valid')
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
          paragraph(t(hasValid ? 'mail:refund_tickets_void' : 'mail:tickets_void')),
          facts(
            fact(t('mail:what'), title),
            fact(t('mail:refund_tickets_returned'), countTickets(tickets)),
            ...(kept.length > 0 ? [fact(t('mail:refund_tickets_kept'), countTickets(kept))] : []),
            ...(amount === null ? [] : [fact(t('mail:refunded'), amount)]),
            fact(t('order:number'), order.order_no),
          ),
          action(t('mail:see_order'), linkToOrder(order, context)),
        ],
        files: attachRemoval(order, context, sequence),
      }
    },
  },

  /** Asks for the difference that makes an exchange by staff take effect. */
  exchange_payable: {
    compose({ order, payUntil }, context) {
      const { t, locale } = context
      const until = formatMoment(payUntil, locale)
      const amount = formatPrice(order.payable_fen)
      const tiers = order.lines.map(({ tier, quantity }) => `${tier} × ${quantity}`).join(' · ')
      return {
        title: t('mail:exchange_payable_title', { title: order.title, amount }),
        summary: t('mail:exchange_payable_summary', { until }),
        parts: [
          paragraph(t('mail:exchange_payable_intro', { number: order.exchanged_from ?? '' })),
          paragraph(t('mail:exchange_payable_summary', { until })),
          facts(
            ...listOccasion(getOccasion(order), context),
            fact(t('order:tiers'), tiers),
            fact(t('mail:exchange_credit'), formatPrice(order.credit_fen)),
            fact(t('order:to_pay'), amount),
            fact(t('order:number'), order.order_no),
          ),
          action(t('order:pay'), linkTo('/pay/pay', context, { id: order.order_no })),
        ],
      }
    },
  },

  /** Confirms a top-up of the balance. */
  balance_topped_up: {
    compose({ order, balanceFen }, context) {
      const { t } = context
      const amount = formatPrice(order.payable_fen)
      return {
        title: t('mail:top_up_title', { amount }),
        summary: t('order:balance_text'),
        parts: [
          paragraph(t('order:balance_text')),
          facts(
            fact(t('order:sum'), amount),
            fact(t('order:balance'), formatPrice(balanceFen)),
            fact(t('order:number'), order.order_no),
          ),
          action(t('mail:see_order'), linkToOrder(order, context)),
        ],
      }
    },
  },

  /** Announces the invoice of an order, which the tax platform sends. */
  invoice_issued: {
    compose({ order, title, taxNumber, amountFen }, context) {
      const { t } = context
      const amount = formatPrice(amountFen)
      return {
        title: t('mail:invoice_title', { title: order.title, amount }),
        summary: t('mail:invoice_separate'),
        parts: [
          paragraph(t('mail:invoice_separate')),
          facts(
            fact(t('mail:invoice_to'), title),
            ...(taxNumber === null ? [] : [fact(t('mail:tax_number'), taxNumber)]),
            fact(t('order:sum'), amount),
            fact(t('mail:what'), order.title),
            fact(t('order:number'), order.order_no),
          ),
          action(t('mail:see_order'), linkToOrder(order, context)),
        ],
      }
    },
  },
} satisfies Partial<MessageKinds>

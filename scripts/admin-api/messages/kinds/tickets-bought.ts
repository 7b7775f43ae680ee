import { formatMoment, formatPrice } from '#i18n/format.ts'
import type { MessageKind } from '../message.ts'
import {
  attachCalendar,
  attachRemoval,
  fact,
  facts,
  formatTicketCounts,
  listArrival,
  listKeptTickets,
  listOccasion,
  listPayment,
  createTicketParts,
  paragraph,
} from '../parts.ts'

/** Confirms a paid order of tickets, with the code of each. */
export const ticketsBought: MessageKind<'tickets_bought'> = {
  compose({ order, rules, refundableUntil, exchanged }, context) {
    const { t, locale } = context
    const { title, starts_at: startsAt, place } = order
    return {
      title: t(exchanged === null ? 'mail:tickets_title' : 'mail:exchange_title', {
        title,
        moment: formatMoment(startsAt, locale),
      }),
      summary: t('mail:tickets_summary', { count: listKeptTickets(order).length }),
      parts: [
        paragraph(
          exchanged === null
            ? t('mail:tickets_intro')
            : t('mail:exchange_intro', { number: exchanged.order.order_no }),
        ),
        facts(
          ...listOccasion({ startsAt, place }, context),
          ...listArrival(order, context),
          fact(t('order:duration'), t('order:minutes', { count: order.duration_min })),
        ),
        ...createTicketParts(order, context),
        facts(
          fact(t('order:tiers'), formatTicketCounts(order)),
          ...(exchanged !== null && exchanged.refundFen > 0
            ? [fact(t('mail:refunded'), formatPrice(exchanged.refundFen))]
            : []),
          ...listPayment(order, context),
          ...(refundableUntil === null
            ? []
            : [fact(t('mail:refundable_until'), formatMoment(refundableUntil, locale))]),
        ),
        ...(rules.length > 0
          ? [{ type: 'notes', title: t('mail:rules'), notes: rules } as const]
          : []),
      ],
      files: [
        ...attachCalendar(order, context, { sequence: 0, isCancelled: false }),
        ...(exchanged === null ? [] : attachRemoval(exchanged.order, context, exchanged.sequence)),
      ],
    }
  },
}

import { formatDate, formatMoment, formatPrice, formatTime } from '#i18n/format.ts'
import type { MessageKinds } from '../message.ts'
import {
  action,
  attachCalendar,
  attachRemoval,
  createTicketParts,
  describeArrival,
  fact,
  facts,
  formatTicketCounts,
  linkTo,
  linkToOrder,
  listKeptTickets,
  listOccasion,
  listPayment,
  listTransport,
  paragraph,
} from '../parts.ts'

/** Confirmations of tickets, bookings and packages of class hours. */
export const PURCHASE_MESSAGES = {
  /** Confirms a paid order of tickets, with the code of each. */
  tickets_bought: {
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
            ...listTransport(order, context),
            describeArrival(order, context),
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
          ...(exchanged === null
            ? []
            : attachRemoval(exchanged.order, context, exchanged.sequence)),
        ],
      }
    },
  },

  /** Confirms the booking of a course date: paid, free for members, or with class hours. */
  booking_confirmed: {
    compose({ order, cancellableUntil }, context) {
      const { t, locale } = context
      const { starts_at: startsAt, ends_at: endsAt, place } = order.content
      return {
        title: t('mail:booking_title', {
          title: order.title,
          moment: formatMoment(startsAt, locale),
        }),
        summary: t('mail:booking_intro'),
        parts: [
          paragraph(t('mail:booking_intro')),
          facts(
            ...listOccasion({ startsAt, place }, context),
            ...listTransport(order, context),
            fact(t('order:ends'), formatTime(endsAt)),
            ...listPayment(order, context),
            ...(cancellableUntil === null
              ? []
              : [fact(t('mail:cancellable_until'), formatMoment(cancellableUntil, locale))]),
          ),
          action(t('mail:see_booking'), linkToOrder(order, context)),
        ],
        files: attachCalendar(order, context, { sequence: 0, isCancelled: false }),
      }
    },
  },

  /** Confirms the purchase of a package of class hours. */
  class_hours_bought: {
    compose({ order }, context) {
      const { t, locale } = context
      const { class_hours: count, expires_at: expiresAt } = order.content
      return {
        title: t('mail:hours_title', { title: order.title }),
        summary: t('pay:done_line_package'),
        parts: [
          paragraph(t('pay:done_line_package')),
          facts(
            fact(t('order:class_hours'), t('order:hours', { count })),
            fact(
              t('order:validity'),
              expiresAt === null
                ? t('order:permanent')
                : t('order:until', { date: formatDate(expiresAt, locale) }),
            ),
            ...listPayment(order, context),
          ),
          action(t('pay:next_courses'), linkTo('/course/detail', context, { id: order.course_id })),
        ],
      }
    },
  },
} satisfies Partial<MessageKinds>

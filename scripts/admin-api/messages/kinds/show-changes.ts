import { formatMoment, formatShortMoment } from '#i18n/format.ts'
import type { MessageData } from '../message-data.ts'
import type { MessageKind } from '../message.ts'
import {
  attachCalendar,
  fact,
  formatTicketCounts,
  linkTo,
  linkToOrder,
  listOccasion,
  listPayment,
  paragraph,
} from '../parts.ts'
import { describeNextStep, describeRefundedValue } from '../refunded-value.ts'
import { shortenTitle, writeSms } from '../write-sms.ts'

/** Announces that a show is cancelled; all orders are refunded. */
export const showCancelled: MessageKind<MessageData['show_cancelled']> = {
  isOptional: false,
  isInAccount: true,

  compose({ order, returned, sequence }, context) {
    const { t, locale } = context
    const { title, starts_at: startsAt, place } = order
    return {
      title: t('mail:show_cancelled_title', { title, moment: formatMoment(startsAt, locale) }),
      summary: describeNextStep(returned, context),
      parts: [
        paragraph(t('mail:show_cancelled_intro')),
        ...describeRefundedValue(returned, context).map(paragraph),
        ...(returned.kind === 'later' ? [] : [paragraph(t('mail:cancelled_summary'))]),
        {
          type: 'facts',
          facts: [
            ...listOccasion({ startsAt, place }, context),
            fact(t('order:tiers'), formatTicketCounts(order)),
            ...listPayment(order, context),
          ],
        },
        {
          type: 'action',
          label: t('mail:other_shows'),
          href: linkTo('/drama/detail', context, { id: order.performance_id }),
        },
      ],
      files: attachCalendar(order, context, { sequence, isCancelled: true }),
    }
  },

  composeSms({ order }, context) {
    const moment = formatShortMoment(order.starts_at, context.locale)
    return writeSms('show_cancelled', { title: shortenTitle(order.title), moment }, context)
  },
}

/** Announces a new time or place of a show; the buyer can keep the tickets or have them refunded. */
export const showMoved: MessageKind<MessageData['show_moved']> = {
  isOptional: false,
  isInAccount: true,

  compose({ order, before, refundableUntil, sequence }, context) {
    const { t, locale } = context
    const { title, starts_at: startsAt, place } = order
    const until = formatMoment(refundableUntil, locale)
    const hasNewTime = before.startsAt !== startsAt
    return {
      title: hasNewTime
        ? t('mail:show_moved_title', { title, moment: formatMoment(startsAt, locale) })
        : t('mail:show_place_title', { title, hall: place.hall.name }),
      summary: t('mail:show_moved_summary', { until }),
      parts: [
        paragraph(t(hasNewTime ? 'mail:show_moved_intro' : 'mail:show_place_intro')),
        paragraph(t('mail:show_moved_choice', { until })),
        {
          type: 'facts',
          facts: [
            ...listOccasion({ startsAt, place }, context, before),
            fact(t('order:tiers'), formatTicketCounts(order)),
            fact(t('mail:refundable_until'), until),
            fact(t('order:number'), order.order_no),
          ],
        },
        { type: 'action', label: t('mail:keep_or_refund'), href: linkToOrder(order, context) },
      ],
      files: attachCalendar(order, context, { sequence, isCancelled: false }),
    }
  },

  composeSms({ order, refundableUntil }, context) {
    const { locale } = context
    const parameters = {
      title: shortenTitle(order.title),
      moment: formatShortMoment(order.starts_at, locale),
      hall: order.place.hall.name,
      until: formatShortMoment(refundableUntil, locale),
    }
    return writeSms('show_moved', parameters, context)
  },
}

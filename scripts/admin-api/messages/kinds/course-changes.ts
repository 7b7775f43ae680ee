import { formatMoment, formatShortMoment, formatTime } from '#i18n/format.ts'
import type { MessageData } from '../message-data.ts'
import type { MessageKind } from '../message.ts'
import {
  attachCalendar,
  fact,
  linkTo,
  linkToOrder,
  listOccasion,
  listPayment,
  paragraph,
} from '../parts.ts'
import { describeNextStep, describeRefundedValue } from '../refunded-value.ts'
import { shortenTitle, writeSms } from '../write-sms.ts'

/** Announces that a course date is cancelled. */
export const courseDateCancelled: MessageKind<MessageData['course_date_cancelled']> = {
  isOptional: false,
  isInAccount: true,

  compose({ order, returned, sequence }, context) {
    const { t, locale } = context
    const { title, content } = order
    const { starts_at: startsAt, place } = content
    return {
      title: t('mail:date_cancelled_title', { title, moment: formatMoment(startsAt, locale) }),
      summary: describeNextStep(returned, context),
      parts: [
        paragraph(t('mail:date_cancelled_intro')),
        ...describeRefundedValue(returned, context).map(paragraph),
        ...(returned.kind === 'later' ? [] : [paragraph(t('mail:cancelled_summary'))]),
        {
          type: 'facts',
          facts: [...listOccasion({ startsAt, place }, context), ...listPayment(order, context)],
        },
        {
          type: 'action',
          label: t('mail:other_dates'),
          href: linkTo('/course/detail', context, { id: order.course_id }),
        },
      ],
      files: attachCalendar(order, context, { sequence, isCancelled: true }),
    }
  },

  composeSms({ order: { title, content } }, context) {
    const moment = formatShortMoment(content.starts_at, context.locale)
    return writeSms('course_date_cancelled', { title: shortenTitle(title), moment }, context)
  },
}

/** Announces a new time or place of a course date; the member can keep or cancel the booking. */
export const courseDateMoved: MessageKind<MessageData['course_date_moved']> = {
  isOptional: false,
  isInAccount: true,

  compose({ order, before, cancellableUntil, sequence }, context) {
    const { t, locale } = context
    const { title, content } = order
    const { starts_at: startsAt, ends_at: endsAt, place } = content
    const until = formatMoment(cancellableUntil, locale)
    const hasNewTime = before.startsAt !== startsAt
    return {
      title: hasNewTime
        ? t('mail:date_moved_title', { title, moment: formatMoment(startsAt, locale) })
        : t('mail:date_place_title', { title, hall: place.hall.name }),
      summary: t('mail:date_moved_summary', { until }),
      parts: [
        paragraph(t(hasNewTime ? 'mail:date_moved_intro' : 'mail:date_place_intro')),
        paragraph(t('mail:date_moved_choice', { until })),
        {
          type: 'facts',
          facts: [
            ...listOccasion({ startsAt, place }, context, before),
            fact(t('order:ends'), formatTime(endsAt)),
            fact(t('mail:cancellable_until'), until),
            fact(t('order:number'), order.order_no),
          ],
        },
        { type: 'action', label: t('mail:keep_or_cancel'), href: linkToOrder(order, context) },
      ],
      files: attachCalendar(order, context, { sequence, isCancelled: false }),
    }
  },

  composeSms({ order: { title, content }, cancellableUntil }, context) {
    const { locale } = context
    const parameters = {
      title: shortenTitle(title),
      moment: formatShortMoment(content.starts_at, locale),
      hall: content.place.hall.name,
      until: formatShortMoment(cancellableUntil, locale),
    }
    return writeSms('course_date_moved', parameters, context)
  },
}

import { formatDate, formatMoment, formatTime } from '#i18n/format.ts'
import type { MessageKind } from '../message.ts'
import {
  action,
  attachCalendar,
  fact,
  facts,
  linkTo,
  linkToOrder,
  listOccasion,
  listPayment,
  paragraph,
} from '../parts.ts'

/** Confirms the booking of a course date: paid, free for members, or with class hours. */
export const bookingConfirmed: MessageKind<'booking_confirmed'> = {
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
}

/** Confirms the purchase of a package of class hours. */
export const classHoursBought: MessageKind<'class_hours_bought'> = {
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
}

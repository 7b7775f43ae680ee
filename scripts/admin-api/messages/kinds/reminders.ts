import { formatMoment, formatTime } from '#i18n/format.ts'
import type { MessageData } from '../message-data.ts'
import type { MessageKind } from '../message.ts'
import {
  attachCalendar,
  fact,
  formatTicketCounts,
  linkTo,
  linkToOrder,
  listArrival,
  listOccasion,
  createTicketParts,
  paragraph,
} from '../parts.ts'
import { shortenTitle, writeSms } from '../write-sms.ts'

/** Reminds of a show the day before. Repeats the ticket codes, because people look at the latest mail. */
export const showReminder: MessageKind<MessageData['show_reminder']> = {
  isOptional: true,
  isInAccount: false,

  compose({ order }, context) {
    const { t, locale } = context
    const { title, starts_at: startsAt, place } = order
    return {
      title: t('mail:show_reminder_title', { title, moment: formatMoment(startsAt, locale) }),
      summary: t('mail:show_reminder_summary', { hall: place.hall.name }),
      parts: [
        paragraph(t('mail:show_reminder_intro')),
        {
          type: 'facts',
          facts: [
            ...listOccasion({ startsAt, place }, context),
            ...listArrival(order, context),
            fact(t('order:tiers'), formatTicketCounts(order)),
          ],
        },
        ...createTicketParts(order),
        {
          type: 'action',
          label: t('mail:open_tickets'),
          href: linkTo('/order/DynamicInfoCard', context, { id: order.order_no }),
        },
      ],
      files: attachCalendar(order, context, { sequence: 0, isCancelled: false }),
    }
  },

  composeSms({ order: { title, starts_at: startsAt, place } }, context) {
    const parameters = {
      title: shortenTitle(title),
      time: formatTime(startsAt),
      hall: place.hall.name,
    }
    return writeSms('show_reminder', parameters, context)
  },
}

/** Reminds of a booked course date the day before. */
export const courseReminder: MessageKind<MessageData['course_reminder']> = {
  isOptional: true,
  isInAccount: false,

  compose({ order }, context) {
    const { t, locale } = context
    const { title, content } = order
    const { starts_at: startsAt, ends_at: endsAt, place } = content
    return {
      title: t('mail:course_reminder_title', { title, moment: formatMoment(startsAt, locale) }),
      summary: t('mail:course_reminder_summary', { hall: place.hall.name }),
      parts: [
        paragraph(t('mail:course_reminder_summary', { hall: place.hall.name })),
        {
          type: 'facts',
          facts: [
            ...listOccasion({ startsAt, place }, context),
            fact(t('order:ends'), formatTime(endsAt)),
          ],
        },
        { type: 'action', label: t('mail:see_booking'), href: linkToOrder(order, context) },
      ],
      files: attachCalendar(order, context, { sequence: 0, isCancelled: false }),
    }
  },

  composeSms({ order: { title, content } }, context) {
    const parameters = {
      title: shortenTitle(title),
      time: formatTime(content.starts_at),
      hall: content.place.hall.name,
    }
    return writeSms('course_reminder', parameters, context)
  },
}

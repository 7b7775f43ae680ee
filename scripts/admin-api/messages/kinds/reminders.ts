import { formatMoment, formatTime } from '#i18n/format.ts'
import type { BookingOrder, TicketOrder } from '../message-data.ts'
import type { MessageKind } from '../message.ts'
import {
  action,
  attachCalendar,
  describeArrival,
  fact,
  facts,
  formatTicketCounts,
  linkToOrder,
  listOccasion,
  listTransport,
  createTicketParts,
  paragraph,
  getOccasion,
  shortenTitle,
  writeSms,
} from '../parts.ts'

const getName = ({ type }: TicketOrder | BookingOrder) =>
  type === 'performance' ? 'show_reminder' : 'course_reminder'

/**
 * Reminds of a show or a booked course date the day before. Repeats the ticket codes, because people look at the
 * latest mail.
 */
export const reminder: MessageKind<'show_reminder' | 'course_reminder'> = {
  isInAccount: false,

  compose({ order, sequence }, context) {
    const { t, locale } = context
    const name = getName(order)
    const occasion = getOccasion(order)
    const moment = formatMoment(occasion.startsAt, locale)
    const hall = occasion.place.hall.name
    const parts =
      order.type === 'performance'
        ? [
            paragraph(t('mail:show_reminder_intro')),
            facts(
              ...listOccasion(occasion, context),
              ...listTransport(order, context),
              describeArrival(order, context),
              fact(t('order:tiers'), formatTicketCounts(order)),
            ),
            ...createTicketParts(order, context),
          ]
        : [
            paragraph(t('mail:course_reminder_summary', { hall })),
            facts(
              ...listOccasion(occasion, context),
              ...listTransport(order, context),
              fact(t('order:ends'), formatTime(order.content.ends_at)),
            ),
            action(t('mail:see_booking'), linkToOrder(order, context)),
          ]
    return {
      title: t(`mail:${name}_title`, { title: order.title, moment }),
      summary: t(`mail:${name}_summary`, { hall }),
      parts,
      files: attachCalendar(order, context, { sequence, isCancelled: false }),
    }
  },

  composeSms({ order }, context) {
    const { startsAt, place } = getOccasion(order)
    const parameters = {
      title: shortenTitle(order.title),
      time: formatTime(startsAt),
      hall: place.hall.name,
    }
    return writeSms(getName(order), parameters, context)
  },
}

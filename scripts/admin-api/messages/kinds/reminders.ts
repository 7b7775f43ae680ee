import { formatMoment, formatTime } from '#i18n/format.ts'
import type { BookingOrder, MessageData, TicketOrder } from '../message-data.ts'
import type {
  ComposedMessage,
  Fact,
  MessageContext,
  MessageKind,
  MessagePart,
  SmsContent,
} from '../message.ts'
import {
  action,
  attachCalendar,
  fact,
  formatTicketCounts,
  linkToOrder,
  listArrival,
  listOccasion,
  createTicketParts,
  paragraph,
  readOccasion,
  shortenTitle,
  writeSms,
} from '../parts.ts'

type ReminderName = 'show_reminder' | 'course_reminder'

interface Reminder {
  intro: string
  /** Facts below time and place. */
  facts: readonly Fact[]
  /** Parts below the facts. */
  parts: readonly MessagePart[]
}

function composeReminder(
  name: ReminderName,
  { order, sequence }: MessageData[ReminderName],
  { intro, facts, parts }: Reminder,
  context: MessageContext,
): ComposedMessage {
  const { t, locale } = context
  const occasion = readOccasion(order)
  const moment = formatMoment(occasion.startsAt, locale)
  return {
    title: t(`mail:${name}_title`, { title: order.title, moment }),
    summary: t(`mail:${name}_summary`, { hall: occasion.place.hall.name }),
    parts: [
      paragraph(intro),
      { type: 'facts', facts: [...listOccasion(occasion, context), ...facts] },
      ...parts,
    ],
    files: attachCalendar(order, context, { sequence, isCancelled: false }),
  }
}

function writeReminder(
  name: ReminderName,
  order: TicketOrder | BookingOrder,
  context: MessageContext,
): SmsContent {
  const { startsAt, place } = readOccasion(order)
  const parameters = {
    title: shortenTitle(order.title),
    time: formatTime(startsAt),
    hall: place.hall.name,
  }
  return writeSms(name, parameters, context)
}

/** Reminds of a show the day before. Repeats the ticket codes, because people look at the latest mail. */
export const showReminder: MessageKind<'show_reminder'> = {
  isOptional: true,
  isInAccount: false,

  compose(data, context) {
    const { t } = context
    const { order } = data
    return composeReminder(
      'show_reminder',
      data,
      {
        intro: t('mail:show_reminder_intro'),
        facts: [...listArrival(order, context), fact(t('order:tiers'), formatTicketCounts(order))],
        parts: createTicketParts(order, context),
      },
      context,
    )
  },

  composeSms: ({ order }, context) => writeReminder('show_reminder', order, context),
}

/** Reminds of a booked course date the day before. */
export const courseReminder: MessageKind<'course_reminder'> = {
  isOptional: true,
  isInAccount: false,

  compose(data, context) {
    const { t } = context
    const { order } = data
    const { ends_at: endsAt, place } = order.content
    return composeReminder(
      'course_reminder',
      data,
      {
        intro: t('mail:course_reminder_summary', { hall: place.hall.name }),
        facts: [fact(t('order:ends'), formatTime(endsAt))],
        parts: [action(t('mail:see_booking'), linkToOrder(order, context))],
      },
      context,
    )
  },

  composeSms: ({ order }, context) => writeReminder('course_reminder', order, context),
}

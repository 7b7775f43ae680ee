import { formatMoment, formatShortMoment, formatTime } from '#i18n/format.ts'
import { type ComposedMessage, defineMessageKind } from '../define-message-kind.ts'
import type { BookingOrder, MessageData, TicketOrder } from '../message-data.ts'
import type { Fact, MessageContext, MessagePart, SmsContent } from '../message.ts'
import {
  attachCalendar,
  fact,
  formatLines,
  linkTo,
  linkToOrder,
  listOccasion,
  listPayment,
  paragraph,
  readOccasion,
} from '../parts.ts'
import { describeEffort, describeReturned } from '../returned.ts'
import { shortenTitle, writeSms } from '../write-sms.ts'

type Cancelled = MessageData['show_cancelled' | 'course_date_cancelled']

interface Moved extends Pick<MessageData['show_moved'], 'before' | 'sequence'> {
  order: TicketOrder | BookingOrder
  /** Until when whoever cannot come gets the full price back. */
  lastChance: string
}

/** The start of text keys. */
const kindOf = ({ type }: TicketOrder | BookingOrder) => (type === 'performance' ? 'show' : 'date')

const listTiers = (order: TicketOrder, { t }: MessageContext): Fact =>
  fact(t('order:tiers'), formatLines(order))

const linkToOtherDates = (
  order: TicketOrder | BookingOrder,
  context: MessageContext,
): MessagePart => ({
  type: 'action',
  ...(order.type === 'performance'
    ? {
        label: context.t('mail:other_shows'),
        href: linkTo('/drama/detail', context, { id: order.performance_id }),
      }
    : {
        label: context.t('mail:other_dates'),
        href: linkTo('/course/detail', context, { id: order.course_id }),
      }),
})

function composeCancelled(
  { order, returned, sequence }: Cancelled,
  context: MessageContext,
): ComposedMessage {
  const { t, locale } = context
  const kind = kindOf(order)
  const occasion = readOccasion(order)
  const moment = formatMoment(occasion.startsAt, locale)
  return {
    title: t(`mail:${kind}_cancelled_title`, { title: order.title, moment }),
    summary: describeEffort(returned, context),
    parts: [
      paragraph(t(`mail:${kind}_cancelled_intro`)),
      ...describeReturned(returned, context).map(paragraph),
      ...(returned.kind === 'later' ? [] : [paragraph(t('mail:cancelled_summary'))]),
      {
        type: 'facts',
        facts: [
          ...listOccasion(occasion, context),
          ...(order.type === 'performance' ? [listTiers(order, context)] : []),
          ...listPayment(order, context),
        ],
      },
      linkToOtherDates(order, context),
    ],
    files: attachCalendar(order, context, { sequence, isCancelled: true }),
  }
}

function writeCancelled(
  purpose: 'show_cancelled' | 'course_date_cancelled',
  { order }: Cancelled,
  context: MessageContext,
): SmsContent {
  const moment = formatShortMoment(readOccasion(order).startsAt, context.locale)
  return writeSms(purpose, { title: shortenTitle(order.title), moment }, context)
}

function composeMoved(
  { order, before, sequence, lastChance }: Moved,
  context: MessageContext,
): ComposedMessage {
  const { t, locale } = context
  const { title } = order
  const kind = kindOf(order)
  const occasion = readOccasion(order)
  const until = formatMoment(lastChance, locale)
  const hasNewTime = before.startsAt !== occasion.startsAt
  return {
    title: hasNewTime
      ? t(`mail:${kind}_moved_title`, { title, moment: formatMoment(occasion.startsAt, locale) })
      : t(`mail:${kind}_place_title`, { title, hall: occasion.place.hall.name }),
    summary: t(`mail:${kind}_moved_summary`, { until }),
    parts: [
      paragraph(t(hasNewTime ? `mail:${kind}_moved_intro` : `mail:${kind}_place_intro`)),
      paragraph(t(`mail:${kind}_moved_choice`, { until })),
      {
        type: 'facts',
        facts: [
          ...listOccasion(occasion, context, before),
          order.type === 'performance'
            ? listTiers(order, context)
            : fact(t('order:ends'), formatTime(order.content.ends_at)),
          fact(t(kind === 'show' ? 'mail:refundable_until' : 'mail:cancellable_until'), until),
          fact(t('order:number'), order.order_no),
        ],
      },
      {
        type: 'action',
        label: t(kind === 'show' ? 'mail:keep_or_refund' : 'mail:keep_or_cancel'),
        href: linkToOrder(order, context),
      },
    ],
    files: attachCalendar(order, context, { sequence, isCancelled: false }),
  }
}

function writeMoved(
  purpose: 'show_moved' | 'course_date_moved',
  { order, lastChance }: Moved,
  context: MessageContext,
): SmsContent {
  const { locale } = context
  const { startsAt, place } = readOccasion(order)
  const parameters = {
    title: shortenTitle(order.title),
    moment: formatShortMoment(startsAt, locale),
    hall: place.hall.name,
    until: formatShortMoment(lastChance, locale),
  }
  return writeSms(purpose, parameters, context)
}

/** A show that does not take place: everybody is refunded. */
export const showCancelled = defineMessageKind<'show_cancelled'>({
  compose: composeCancelled,
  composeSms: (data, context) => writeCancelled('show_cancelled', data, context),
})

/** A course date that does not take place. */
export const courseDateCancelled = defineMessageKind<'course_date_cancelled'>({
  compose: composeCancelled,
  composeSms: (data, context) => writeCancelled('course_date_cancelled', data, context),
})

/** A show at another time or in another place: tickets stay valid, or are refunded. */
export const showMoved = defineMessageKind<'show_moved'>({
  compose: ({ refundableUntil: lastChance, ...data }, context) =>
    composeMoved({ ...data, lastChance }, context),
  composeSms: ({ refundableUntil: lastChance, ...data }, context) =>
    writeMoved('show_moved', { ...data, lastChance }, context),
})

/** A course date at another time or in another place: the booking stays, or is cancelled. */
export const courseDateMoved = defineMessageKind<'course_date_moved'>({
  compose: ({ cancellableUntil: lastChance, ...data }, context) =>
    composeMoved({ ...data, lastChance }, context),
  composeSms: ({ cancellableUntil: lastChance, ...data }, context) =>
    writeMoved('course_date_moved', { ...data, lastChance }, context),
})

import { formatMoment, formatShortMoment, formatTime } from '#i18n/format.ts'
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
  facts,
  formatTicketCounts,
  linkTo,
  linkToOrder,
  listOccasion,
  listPayment,
  paragraph,
  readOccasion,
  shortenTitle,
  writeSms,
} from '../parts.ts'
import { describeNextStep, describeRefundedValue } from '../refunded-value.ts'

type Cancelled = MessageData['show_cancelled' | 'course_date_cancelled']
type Moved = MessageData['show_moved' | 'course_date_moved']

/** The start of text keys. */
const kindOf = ({ type }: TicketOrder | BookingOrder) => (type === 'performance' ? 'show' : 'date')

const listTiers = (order: TicketOrder, { t }: MessageContext): Fact =>
  fact(t('order:tiers'), formatTicketCounts(order))

const linkToOtherDates = (
  order: TicketOrder | BookingOrder,
  context: MessageContext,
): MessagePart =>
  order.type === 'performance'
    ? action(
        context.t('mail:other_shows'),
        linkTo('/drama/detail', context, { id: order.performance_id }),
      )
    : action(
        context.t('mail:other_dates'),
        linkTo('/course/detail', context, { id: order.course_id }),
      )

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
    summary: describeNextStep(returned, context),
    parts: [
      paragraph(t(`mail:${kind}_cancelled_intro`)),
      ...describeRefundedValue(returned, context).map(paragraph),
      ...(returned.kind === 'later' ? [] : [paragraph(t('mail:cancelled_summary'))]),
      facts(
        ...listOccasion(occasion, context),
        ...(order.type === 'performance' ? [listTiers(order, context)] : []),
        ...listPayment(order, context),
      ),
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
  { order, before, sequence, deadline }: Moved,
  context: MessageContext,
): ComposedMessage {
  const { t, locale } = context
  const { title } = order
  const kind = kindOf(order)
  const occasion = readOccasion(order)
  const until = formatMoment(deadline, locale)
  const hasNewTime = before.startsAt !== occasion.startsAt
  return {
    title: hasNewTime
      ? t(`mail:${kind}_moved_title`, { title, moment: formatMoment(occasion.startsAt, locale) })
      : t(`mail:${kind}_place_title`, { title, hall: occasion.place.hall.name }),
    summary: t(`mail:${kind}_moved_summary`, { until }),
    parts: [
      paragraph(t(hasNewTime ? `mail:${kind}_moved_intro` : `mail:${kind}_place_intro`)),
      paragraph(t(`mail:${kind}_moved_choice`, { until })),
      facts(
        ...listOccasion(occasion, context, before),
        order.type === 'performance'
          ? listTiers(order, context)
          : fact(t('order:ends'), formatTime(order.content.ends_at)),
        fact(t(kind === 'show' ? 'mail:refundable_until' : 'mail:cancellable_until'), until),
        fact(t('order:number'), order.order_no),
      ),
      action(
        t(kind === 'show' ? 'mail:keep_or_refund' : 'mail:keep_or_cancel'),
        linkToOrder(order, context),
      ),
    ],
    files: attachCalendar(order, context, { sequence, isCancelled: false }),
  }
}

function writeMoved(
  purpose: 'show_moved' | 'course_date_moved',
  { order, deadline }: Moved,
  context: MessageContext,
): SmsContent {
  const { locale } = context
  const { startsAt, place } = readOccasion(order)
  const parameters = {
    title: shortenTitle(order.title),
    moment: formatShortMoment(startsAt, locale),
    hall: place.hall.name,
    until: formatShortMoment(deadline, locale),
  }
  return writeSms(purpose, parameters, context)
}

/** Announces that a show is cancelled; all orders are refunded. */
export const showCancelled: MessageKind<'show_cancelled'> = {
  compose: composeCancelled,
  composeSms: (data, context) => writeCancelled('show_cancelled', data, context),
}

/** Announces that a course date is cancelled. */
export const courseDateCancelled: MessageKind<'course_date_cancelled'> = {
  compose: composeCancelled,
  composeSms: (data, context) => writeCancelled('course_date_cancelled', data, context),
}

/** Announces a new time or place of a show; the buyer can keep the tickets or have them refunded. */
export const showMoved: MessageKind<'show_moved'> = {
  compose: composeMoved,
  composeSms: (data, context) => writeMoved('show_moved', data, context),
}

/** Announces a new time or place of a course date; the member can keep or cancel the booking. */
export const courseDateMoved: MessageKind<'course_date_moved'> = {
  compose: composeMoved,
  composeSms: (data, context) => writeMoved('course_date_moved', data, context),
}

import { formatMoment, formatShortMoment, formatTime } from '#i18n/format.ts'
import type { BookingOrder, TicketOrder } from '../message-data.ts'
import type { Fact, MessageContext, MessageKind, MessagePart } from '../message.ts'
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
  getOccasion,
  shortenTitle,
  writeSms,
} from '../parts.ts'
import { describeNextStep, describeRefundedValue } from '../refunded-value.ts'

/** The start of text keys. */
const getKind = ({ type }: TicketOrder | BookingOrder) => (type === 'performance' ? 'show' : 'date')

/** The start of the purposes of SMS. */
const getPurpose = ({ type }: TicketOrder | BookingOrder) =>
  type === 'performance' ? 'show' : 'course_date'

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

/** Announces that a show or a course date is cancelled; all orders of a show are refunded. */
export const dateCancelled: MessageKind<'show_cancelled' | 'course_date_cancelled'> = {
  compose({ order, returned, sequence }, context) {
    const { t, locale } = context
    const kind = getKind(order)
    const occasion = getOccasion(order)
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
  },

  composeSms({ order }, context) {
    const moment = formatShortMoment(getOccasion(order).startsAt, context.locale)
    const parameters = { title: shortenTitle(order.title), moment }
    return writeSms(`${getPurpose(order)}_cancelled`, parameters, context)
  },
}

/** Announces a new time or place; the buyer can keep the tickets or the booking, or return them. */
export const dateMoved: MessageKind<'show_moved' | 'course_date_moved'> = {
  compose({ order, before, sequence, deadline }, context) {
    const { t, locale } = context
    const { title } = order
    const kind = getKind(order)
    const occasion = getOccasion(order)
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
  },

  composeSms({ order, deadline }, context) {
    const { locale } = context
    const { startsAt, place } = getOccasion(order)
    const parameters = {
      title: shortenTitle(order.title),
      moment: formatShortMoment(startsAt, locale),
      hall: place.hall.name,
      until: formatShortMoment(deadline, locale),
    }
    return writeSms(`${getPurpose(order)}_moved`, parameters, context)
  },
}

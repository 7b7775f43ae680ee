import type { Order } from '#api/order.ts'
import { writeOrderCalendar } from '#calendar-file/order-calendar.ts'
import { formatMoment, formatPrice, formatTime } from '#i18n/format.ts'
import type { Place } from '#api/primitives.ts'
import { readLocale } from '#i18n/locales.ts'
import { href, type RoutePath } from '#routes.ts'
import type { BookingOrder, Occasion, TicketOrder } from './message-data.ts'
import type { SmsPurpose } from '../providers/messenger/message.ts'
import type { Fact, MessageContext, MessageFile, MessagePart, SmsContent } from './message.ts'
import { MINUTE } from '../../lib/durations.ts'

// Parts that several kinds of messages share.

/** The site states the same time. */
const ARRIVE_EARLY_MS = 30 * MINUTE

/** The absolute URL of a page in the recipient's language, or in that of a site that lacks it. */
export const linkTo = (
  path: RoutePath,
  { site, locale }: MessageContext,
  query: Record<string, string | number> = {},
): string => site.url + href(path, readLocale(locale), query)

/** The absolute URL of an order. */
export const linkToOrder = (order: Order, context: MessageContext): string =>
  linkTo('/order/Info', context, { id: order.order_no })

export const paragraph = (text: string): MessagePart => ({ type: 'paragraph', text })

/** A link shown as a button. */
export const action = (label: string, url: string): MessagePart => ({
  type: 'action',
  label,
  href: url,
})

export const fact = (label: string, value: string, previous: string | null = null): Fact => ({
  label,
  value,
  previous: previous === value ? null : previous,
})

/** A table of labelled values. */
export const facts = (...rows: Fact[]): MessagePart => ({ type: 'facts', facts: rows })

const formatHall = ({ venue, hall }: Place): string => `${venue.name} · ${hall.name}`

/** Time and place of the show or course date of an order. */
export function getOccasion(order: TicketOrder | BookingOrder): Occasion {
  const { starts_at: startsAt, place } = order.type === 'performance' ? order : order.content
  return { startsAt, place }
}

/** Time and place; with the previous ones if the date was moved. */
export function listOccasion(
  { startsAt, place }: Occasion,
  { t, locale }: MessageContext,
  before?: Occasion,
): Fact[] {
  return [
    fact(
      t('order:time'),
      formatMoment(startsAt, locale),
      before ? formatMoment(before.startsAt, locale) : null,
    ),
    fact(t('order:location'), formatHall(place), before ? formatHall(before.place) : null),
    fact(t('mail:address'), place.address, before ? before.place.address : null),
  ]
}

/** How to get to the venue of an order. */
export function listTransport(order: TicketOrder | BookingOrder, { t }: MessageContext): Fact[] {
  const { transport } = (order.type === 'performance' ? order : order.content).place
  return transport ? [fact(t('order:transport'), transport)] : []
}

/** The time by which the audience should arrive. */
export function describeArrival(order: TicketOrder, { t }: MessageContext): Fact {
  const time = new Date(Date.parse(order.starts_at) - ARRIVE_EARLY_MS)
  return fact(t('mail:arrive_by'), formatTime(time.toISOString()))
}

/** Formats tickets by tier: `Stalls × 2 · Balcony × 1`. */
export function countTickets(tickets: TicketOrder['tickets']): string {
  const tiers = Map.groupBy(tickets, ({ tier }) => tier)
  return [...tiers].map(([tier, { length }]) => `${tier} × ${length}`).join(' · ')
}

/** The valid and used tickets of an order. */
export const listKeptTickets = ({ tickets }: TicketOrder): TicketOrder['tickets'] =>
  tickets.filter(({ state }) => state !== 'void')

/** Formats the valid and used tickets of an order; all tickets if every one is void or the order is refunded. */
export function formatTicketCounts(order: TicketOrder): string {
  const kept = listKeptTickets(order)
  // Used tickets of a refunded order are not void.
  const isRefunded = order.status === 'refunding' || order.status === 'refunded'
  return countTickets(kept.length > 0 && !isRefunded ? kept : order.tickets)
}

/** The credit for exchanged tickets, the price or the rule that made the order free, and the order number. */
export function listPayment(order: Order, { t }: MessageContext): Fact[] {
  const isFree = order.payable_fen + order.credit_fen === 0
  return [
    ...(order.credit_fen > 0
      ? [fact(t('mail:exchange_credit'), formatPrice(order.credit_fen))]
      : []),
    fact(
      t('order:payable'),
      isFree && order.rule !== 'regular'
        ? t(`order:rule_${order.rule}`)
        : formatPrice(order.payable_fen),
    ),
    fact(t('order:number'), order.order_no),
  ]
}

/** The valid tickets of an order with their codes, and the link to them. */
export function createTicketParts(order: TicketOrder, context: MessageContext): MessagePart[] {
  const valid = order.tickets.filter(({ state }) => state === 'valid')
  const tickets = valid.map(({ tier, code }, index) => ({
    tier,
    position: `${index + 1} / ${valid.length}`,
    code,
  }))
  return [
    ...(valid.length > 0 ? [{ type: 'tickets', tickets } as const] : []),
    action(
      context.t('mail:open_tickets'),
      linkTo('/order/DynamicInfoCard', context, { id: order.order_no }),
    ),
  ]
}

/**
 * Attaches the calendar entry of an order. It has the same UID as the file on the site; calendars replace
 * the entry if the sequence is higher.
 */
export function attachCalendar(
  order: Order,
  context: MessageContext,
  { sequence, isCancelled }: { sequence: number; isCancelled: boolean },
): MessageFile[] {
  const { site, locale } = context
  const content = writeOrderCalendar(order, {
    url: linkToOrder(order, context),
    siteName: site.name,
    locale,
    sequence,
    isCancelled,
  })
  if (content === null) return []
  const type = 'text/calendar; charset=utf-8; method=PUBLISH'
  return [{ name: `${order.order_no}.ics`, type, content }]
}

/** Attaches the cancelled calendar entry of a refunded or exchanged order, unless tickets are left. */
export const attachRemoval = (
  order: Order,
  context: MessageContext,
  sequence: number,
): MessageFile[] =>
  order.type === 'performance' && listKeptTickets(order).length > 0
    ? []
    : attachCalendar(order, context, { sequence, isCancelled: true })

/** Registered templates accept short values only, and a long title would need a second SMS. */
const MAX_TITLE = 30

/** Truncates a title to fit an SMS. */
export function shortenTitle(title: string): string {
  const characters = [...title]
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE - 1).join('')}…`
}

/** Composes the SMS of a purpose. @param parameters values for its text, besides the name of the venue */
export function writeSms(
  purpose: SmsPurpose,
  parameters: Record<string, string>,
  { t, site }: MessageContext,
): SmsContent {
  return { purpose, parameters, text: t(`sms:${purpose}`, { venue: site.name, ...parameters }) }
}

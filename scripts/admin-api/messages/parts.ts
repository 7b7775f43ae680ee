import type { Order } from '#api/order.ts'
import { writeOrderCalendar } from '#calendar-file/order-calendar.ts'
import { formatMoment, formatPrice, formatTime } from '#i18n/format.ts'
import type { Place } from '#api/primitives.ts'
import { href, type RoutePath } from '#routes.ts'
import type { BookingOrder, Occasion, TicketOrder } from './message-data.ts'
import type { Fact, MessageContext, MessageFile, MessagePart } from './message.ts'

// What several kinds of messages are made of.

const MINUTE_MS = 60_000
/** The pages say the same: half an hour early. */
const ARRIVE_EARLY_MS = 30 * MINUTE_MS

/** The absolute address of a page in the recipient's language. */
export const linkTo = (
  path: RoutePath,
  { site, locale }: MessageContext,
  query: Record<string, string | number> = {},
): string => site.url + href(path, locale, query)

/** The page of an order. */
export const linkToOrder = (order: Order, context: MessageContext): string =>
  linkTo('/order/Info', context, { id: order.order_no })

export const paragraph = (text: string): MessagePart => ({ type: 'paragraph', text })

export const fact = (label: string, value: string, was: string | null = null): Fact => ({
  label,
  value,
  // A value that has stayed the same needs no old one beside it.
  was: was === value ? null : was,
})

const formatHall = ({ venue, hall }: Place): string => `${venue.name} · ${hall.name}`

/** When and where what an order is for takes place. */
export function readOccasion(order: TicketOrder | BookingOrder): Occasion {
  const { starts_at: startsAt, place } = order.type === 'performance' ? order : order.content
  return { startsAt, place }
}

/** Time and place; of what was moved, with those before. */
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

/** Until when the audience should be there. */
export const listArrival = (
  { starts_at: startsAt }: TicketOrder,
  { t }: MessageContext,
): Fact[] => [
  fact(
    t('mail:arrive_by'),
    formatTime(new Date(Date.parse(startsAt) - ARRIVE_EARLY_MS).toISOString()),
  ),
]

/** `Stalls × 2 · Balcony × 1` */
export function countTickets(tickets: TicketOrder['tickets']): string {
  const tiers = Map.groupBy(tickets, ({ tier }) => tier)
  return [...tiers].map(([tier, { length }]) => `${tier} × ${length}`).join(' · ')
}

/** The tickets that an order still has; of an order that is over, those that it had. */
export function formatLines({ tickets }: TicketOrder): string {
  const kept = tickets.filter(({ state }) => state !== 'void')
  return countTickets(kept.length > 0 ? kept : tickets)
}

/** What was paid and by which rule, and the number of the order. */
export function listPayment(order: Order, { t }: MessageContext): Fact[] {
  const isFree = order.payable_fen === 0
  return [
    fact(
      t('order:payable'),
      isFree && order.rule !== 'regular'
        ? t(`order:rule_${order.rule}`)
        : formatPrice(order.payable_fen),
    ),
    fact(t('order:number'), order.order_no),
  ]
}

/** The tickets of an order that can still be used, with their codes. */
export function listStubs({ tickets }: TicketOrder): MessagePart[] {
  const valid = tickets.filter(({ state }) => state === 'valid')
  if (valid.length === 0) return []
  return [
    {
      type: 'tickets',
      tickets: valid.map(({ tier, code }, index) => ({
        tier,
        position: `${index + 1} / ${valid.length}`,
        code,
      })),
    },
  ]
}

/**
 * The calendar entry of an order. The same entry on the site has the same number, and calendars
 * replace it when the sequence is higher.
 */
export function attachCalendar(
  order: TicketOrder | BookingOrder,
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

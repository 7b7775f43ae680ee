import { formatMoment } from '#i18n/format.ts'
import { formatPlace } from '#i18n/format-place.ts'
import { href } from '#routes.ts'
import type { Order } from '#api/order.ts'
import type { OrderKind, OrderOf } from '../order-kind.ts'

export type PerformanceOrder = OrderOf<'performance'>
export type Ticket = PerformanceOrder['tickets'][number]

/**
 * The state of a ticket for display. `ended`: the ticket was not used and the show has ended, that is, the
 * ticket is valid and its order is completed.
 */
export const readTicketState = ({ status }: Pick<PerformanceOrder, 'status'>, { state }: Ticket) =>
  status === 'completed' && state === 'valid' ? 'ended' : state

/** Whether all tickets of an order are void: exchanged, or refunded one by one. */
export const hasOnlyVoidTickets = (order: Order): boolean =>
  order.type === 'performance' &&
  order.tickets.length > 0 &&
  order.tickets.every(({ state }) => state === 'void')

/** Whether an order exchanges tickets of another order. */
export const isExchange = (order: Order): boolean =>
  order.type === 'performance' && order.exchanged_from !== null

/** Tickets by tier, `Balcony × 2`; a line does not break before or after the sign. */
const listTiers = ({ lines }: Pick<PerformanceOrder, 'lines'>): string[] =>
  lines.map(({ tier, quantity }) => `${tier}\u00a0×\u00a0${quantity}`)

export const performance: OrderKind<'performance'> = {
  list: '/order/perform',
  shop: { route: '/drama/home', label: 'order:see_performance' },
  visitStatuses: ['verified', 'completed'],
  cancelText: 'order:cancel_text',
  next: { route: '/drama/home', label: 'pay:next_home' },
  firstStep: 'pay:step_tickets',
  name: ({ title }) => title,
  repeatHref: (order, locale) => href('/drama/buyTicket', locale, { id: order.performance_id }),

  readArtName: ({ performance_id: id }) => `performance-${id}`,

  listContent({ status, starts_at, duration_min, place, lines, tickets }, part) {
    const { t } = part
    const used = tickets.filter(({ state }) => state === 'used').length
    const voided = tickets.filter(({ state }) => state === 'void').length
    const count = tickets.length - voided
    // Not repeated for a refunded order, which its status shows; an exchanged order is completed.
    const showsVoid = voided > 0 && (count > 0 || status === 'completed')
    return [
      { name: t('order:time'), value: formatMoment(starts_at, part.locale), isNumeral: true },
      { name: t('order:duration'), value: t('order:minutes', { count: duration_min }) },
      { name: t('order:location'), value: formatPlace(place) },
      { name: t('order:tiers'), value: listTiers({ lines }).join('\u00a0· ') },
      count > 0 && { name: t('order:admitted'), value: t('order:tickets_count', { used, count }) },
      showsVoid && {
        name: t('order:void_tickets'),
        value: t('order:tickets_count', { used: voided, count: tickets.length }),
      },
    ].filter((fact) => fact !== false)
  },

  listLines: listTiers,

  listNextSteps: ({ place: { venue, address } }, { t }) => [
    t('pay:next_performance', { venue: venue.name, address }),
  ],
}

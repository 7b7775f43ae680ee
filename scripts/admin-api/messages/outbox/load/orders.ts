import type { Order } from '#api/order.ts'
import type { PerformanceDetail } from '#api/perform.ts'
import { readJson } from '../../../db/json.ts'
import type { DetailTexts } from '../../../db/texts.ts'
import { findPlace, loadPlaces } from '../../../modules/read/names.ts'
import { selectText } from '../../../modules/read/texts.ts'
import { describeOrder } from '../../../orders/describe.ts'
import { readRefundDeadline } from '../../../orders/end-order.ts'
import { readExchangedFen } from '../../../orders/exchange.ts'
import { readBalance } from '../../../orders/ledger.ts'
import { findOrder, findOwnOrder } from '../../../orders/orders.ts'
import { getDay, formatTime } from '../../../venue-time.ts'
import type {
  BookingOrder,
  MessageRecords,
  OrderRecord,
  StoredOccasion,
  TicketOrder,
} from '../../message-data.ts'
import { listKeptTickets, getOccasion } from '../../parts.ts'
import { getCalendarSequence } from '../announce-order.ts'
import type { LoadContext, Loaders } from './load-context.ts'

const loadOrder = async (
  { orderId }: OrderRecord,
  { deps, lang, now }: LoadContext,
): Promise<Order> => describeOrder(deps, await findOrder(deps.db.query, orderId), { lang, now })

/** Whether an order is paid and neither refunded nor being refunded, and not all of its tickets were exchanged. */
const isActive = (order: Order): boolean =>
  ['paid', 'verified', 'completed'].includes(order.status) &&
  (order.type !== 'performance' || listKeptTickets(order).length > 0)

type OrderLoader<O extends Order> = (record: OrderRecord, context: LoadContext) => Promise<O>

async function loadTicketOrder(record: OrderRecord, context: LoadContext): Promise<TicketOrder> {
  const order = await loadOrder(record, context)
  if (order.type !== 'performance') throw new Error(`order ${record.orderId} has no tickets`)
  return order
}

async function loadBooking(record: OrderRecord, context: LoadContext): Promise<BookingOrder> {
  const order = await loadOrder(record, context)
  if (order.type !== 'course' || order.content.kind !== 'date') {
    throw new Error(`order ${record.orderId} has no course date`)
  }
  return { ...order, content: order.content }
}

/** Loads the terms of a performance; empty if it is no longer in the content. */
async function loadRules(
  { performance_id: id }: TicketOrder,
  { deps, lang }: LoadContext,
): Promise<PerformanceDetail['rules']> {
  const texts = selectText(deps.db.query, 'performance', id, lang)
  const row = await texts.select('details').executeTakeFirst()
  return row ? readJson<DetailTexts['performance']>(row.details).rules : []
}

async function loadRefundDeadline({ orderId }: OrderRecord, { deps, now }: LoadContext) {
  const db = deps.db.query
  const deadline = await readRefundDeadline(db, await findOrder(db, orderId))
  return deadline === null || deadline <= now ? null : formatTime(deadline)
}

async function loadPreviousOccasion(
  { startsAt, hallId }: StoredOccasion,
  { deps, lang }: LoadContext,
) {
  const place = findPlace(await loadPlaces(deps.db.query, lang), hallId)
  return { startsAt: formatTime(startsAt), place }
}

async function loadExchanged(
  { orderId }: OrderRecord,
  { exchanged_from: orderNo, credit_fen: creditFen }: TicketOrder,
  context: LoadContext,
) {
  if (orderNo === null) return null
  const db = context.deps.db.query
  const { id } = await findOwnOrder(db, context.userId, orderNo)
  const [order, paidFen] = await Promise.all([
    loadTicketOrder({ orderId: id }, context),
    readExchangedFen(db, orderId),
  ])
  return { order, refundFen: paidFen - creditFen, sequence: getCalendarSequence(context.now) }
}

async function isCancelled(
  order: TicketOrder | BookingOrder,
  { deps }: LoadContext,
): Promise<boolean> {
  const [table, id] =
    order.type === 'performance'
      ? (['show', order.show_id] as const)
      : (['course_date', order.content.course_date_id] as const)
  const query = deps.db.query.selectFrom(table).select('cancelled').where('id', '=', id)
  return (await query.executeTakeFirst())?.cancelled !== 0
}

const isFree = ({ payable_fen: payable, credit_fen: credit, rule }: Order): boolean =>
  payable + credit === 0 && rule !== 'class_hour'

/** A late message about a cancellation is wrong if the date was restored or the order refunded in the meantime. */
const createCancelledLoader =
  <O extends TicketOrder | BookingOrder>(load: OrderLoader<O>) =>
  async (record: MessageRecords['show_cancelled'], context: LoadContext) => {
    const order = await load(record, context)
    const { returned, sequence } = record
    if (returned.kind !== 'later') return { order, returned, sequence }
    if (!isActive(order) || !(await isCancelled(order, context))) return null
    return { order, returned: isFree(order) ? ({ kind: 'nothing' } as const) : returned, sequence }
  }

/** A late message about a move is wrong if the date was cancelled or moved back in the meantime. */
const createMovedLoader =
  <O extends TicketOrder | BookingOrder>(load: OrderLoader<O>) =>
  async (record: MessageRecords['show_moved'], context: LoadContext) => {
    const order = await load(record, context)
    const before = await loadPreviousOccasion(record.before, context)
    const { startsAt, place } = getOccasion(order)
    const isSame = before.startsAt === startsAt && before.place.hall.id === place.hall.id
    if (isSame || !isActive(order) || (await isCancelled(order, context))) return null
    // A moved date is refundable until it begins.
    return { order, before, deadline: startsAt, sequence: record.sequence }
  }

/** Reminders say "tomorrow", which is wrong if they are late or the date was moved in the meantime. */
const isTomorrow = (startsAt: string, { now }: LoadContext): boolean =>
  getDay(Date.parse(startsAt)).equals(getDay(now).add({ days: 1 }))

/** Null for an ended order, and for a cancelled or moved date. */
const createReminderLoader =
  <O extends TicketOrder | BookingOrder>(load: OrderLoader<O>) =>
  async (record: OrderRecord, context: LoadContext) => {
    const order = await load(record, context)
    if (!isActive(order) || !isTomorrow(getOccasion(order).startsAt, context)) return null
    if (await isCancelled(order, context)) return null
    // The date may have been cancelled and restored: the entry must replace the cancelled one.
    return { order, sequence: getCalendarSequence(context.now) }
  }

/** Loaders of messages about orders. */
export const ORDER_LOADERS = {
  tickets_bought: async (record, context) => {
    const order = await loadTicketOrder(record, context)
    if (!isActive(order)) return null
    const [rules, refundableUntil, exchanged] = await Promise.all([
      loadRules(order, context),
      loadRefundDeadline(record, context),
      loadExchanged(record, order, context),
    ])
    return { order, rules, refundableUntil, exchanged }
  },

  /** Null if the exchange was paid or has ended in the meantime. */
  exchange_payable: async (record, context) => {
    const order = await loadTicketOrder(record, context)
    const { status, expires_at: payUntil } = order
    return status === 'pending' && payUntil !== null ? { order, payUntil } : null
  },

  booking_confirmed: async (record, context) => {
    const order = await loadBooking(record, context)
    if (!isActive(order)) return null
    return { order, cancellableUntil: await loadRefundDeadline(record, context) }
  },

  class_hours_bought: async (record, context) => {
    const order = await loadOrder(record, context)
    if (order.type !== 'course' || order.content.kind !== 'package') {
      throw new Error(`order ${record.orderId} has no package`)
    }
    return isActive(order) ? { order: { ...order, content: order.content } } : null
  },

  membership_started: async (record, context) => {
    const order = await loadOrder(record, context)
    if (order.type !== 'member') throw new Error(`order ${record.orderId} has no membership`)
    const { from, until } = order
    return isActive(order) && from !== null && until !== null ? { order, from, until } : null
  },

  balance_topped_up: async (record, context) => {
    const order = await loadOrder(record, context)
    if (order.type !== 'recharge') throw new Error(`order ${record.orderId} is not a top-up`)
    if (!isActive(order)) return null
    return { order, balanceFen: await readBalance(context.deps.db.query, context.userId) }
  },

  refund: async ({ reason, returned, ...record }, context) => ({
    order: await loadOrder(record, context),
    reason,
    returned,
    sequence: getCalendarSequence(context.now),
  }),

  tickets_refunded: async (record, context) => {
    const order = await loadTicketOrder(record, context)
    const tickets = order.tickets.filter(({ id }) => record.ticketIds.includes(id))
    const { reason, returned } = record
    return { order, tickets, reason, returned, sequence: getCalendarSequence(context.now) }
  },

  show_cancelled: createCancelledLoader(loadTicketOrder),
  course_date_cancelled: createCancelledLoader(loadBooking),
  show_moved: createMovedLoader(loadTicketOrder),
  course_date_moved: createMovedLoader(loadBooking),

  invoice_issued: async ({ title, taxNumber, amountFen, ...record }, context) => ({
    order: await loadOrder(record, context),
    title,
    taxNumber,
    amountFen,
  }),

  show_reminder: createReminderLoader(loadTicketOrder),
  course_reminder: createReminderLoader(loadBooking),
} satisfies Partial<Loaders>

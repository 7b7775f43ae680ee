import type { Order, VisitPlace } from '#api/order.ts'
import { PayMethodSchema } from '#api/pay-methods.ts'
import type { Deps } from '../deps.ts'
import { readEvents } from '../db/events.ts'
import type { Reader } from '../db/open.ts'
import { formatTime } from '../venue-time.ts'
import { loadVisitPlaces } from '../modules/read/names.ts'
import { loadPage, type ReadContext } from '../modules/read/texts.ts'
import { canExtend, readRefundOffer } from './end-order.ts'
import { canRequestInvoice, describeInvoice, findInvoice } from './invoices.ts'
import type { CommonFields, DescribeContext, OrderContext } from './order-kind.ts'
import { getOrderKind } from './order-kinds.ts'
import type { OrderRow } from './orders.ts'
import { readNetPaid } from './refunds.ts'

/** Loads rows that several orders share lazily, once per call. */
function createContext(db: Reader, options: ReadContext): OrderContext {
  let places: Promise<ReadonlyMap<number, VisitPlace>> | undefined
  let site: Promise<string> | undefined
  return {
    ...options,
    readPlaces: () => (places ??= loadVisitPlaces(db, options.lang)),
    readSiteName: () =>
      (site ??= loadPage(db, 'site', options.lang).then((page) => page.site.name)),
  }
}

/** Maximum length of a title in a payment; WeChat Pay accepts descriptions of 127 characters. */
const MAX_TITLE = 90

/** Name and number of an order, as payers read them at the payment provider. */
export async function describePayment(
  db: Reader,
  order: OrderRow,
  options: ReadContext,
): Promise<string> {
  const { title } = await getOrderKind(order).readName(db, order, createContext(db, options))
  return `${[...title].slice(0, MAX_TITLE).join('')} ${order.order_no}`
}

async function readRefund(db: Reader, orderId: number): Promise<Order['refund']> {
  const rows = await db
    .selectFrom('refund')
    .select(['amount_fen', 'state'])
    .where('order_id', '=', orderId)
    .execute()
  if (rows.length === 0) return null
  const amount = rows.reduce((total, row) => total + row.amount_fen, 0)
  const isDone = rows.every(({ state }) => state === 'done')
  const isFailed = rows.some(({ state }) => state === 'failed')
  return { status: isDone ? 'done' : isFailed ? 'failed' : 'under_way', amount_fen: amount }
}

async function readStatus(db: Reader, order: OrderRow): Promise<Order['status']> {
  const query = db.selectFrom('verified_order').select('id').where('id', '=', order.id)
  return (await query.executeTakeFirst()) ? 'verified' : order.status
}

/** Fields that every order has (spec section 3). */
async function describeCommon(
  deps: Deps,
  order: OrderRow,
  context: DescribeContext,
): Promise<CommonFields> {
  const db = deps.db.query
  const { now, refundOffer } = context
  const isPending = order.status === 'pending'
  const remaining = isPending ? Math.max(0, order.expires_at - now) : 0
  const hasPaid = order.paid_at !== null
  const netPaidFen = hasPaid ? await readNetPaid(db, order.id) : 0
  const invoice = hasPaid ? await findInvoice(db, order.id) : undefined
  return {
    order_no: order.order_no,
    status: await readStatus(db, order),
    ...(await getOrderKind(order).readName(db, order, context)),
    quantity: order.quantity,
    created_at: formatTime(order.created_at),
    paid_at: order.paid_at === null ? null : formatTime(order.paid_at),
    expires_at: isPending ? formatTime(order.expires_at) : null,
    remaining_ms: remaining,
    original_fen: order.original_fen + order.credit_fen,
    member_discount_fen: order.member_discount_fen,
    payable_fen: order.payable_fen,
    credit_fen: order.credit_fen,
    rule: order.rule,
    cancel_reason: order.cancel_reason,
    paid_late: order.paid_late === 1,
    refund: await readRefund(db, order.id),
    refundable_fen: refundOffer.isWhole ? netPaidFen : null,
    invoice: describeInvoice(invoice, netPaidFen),
    actions: {
      pay: remaining > 0,
      cancel: isPending,
      refund: refundOffer.isWhole,
      extend: canExtend(order, now),
      refund_tickets: refundOffer.hasChoice,
      exchange: refundOffer.tickets.size > 0,
      invoice: canRequestInvoice(order, invoice, netPaidFen),
    },
    pay_methods: [
      ...PayMethodSchema.options.filter((name) => deps.payments.has(name)),
      ...(getOrderKind(order).acceptsBalance ? (['balance'] as const) : []),
    ],
    in_app_methods: PayMethodSchema.options.filter(
      (name) => deps.payments.get(name)?.inApp !== undefined,
    ),
    events: (await readEvents(db, 'order', order.id)).map(({ event, at }) => ({
      event,
      at: formatTime(at),
    })),
    server_time: formatTime(now),
  }
}

async function describe(deps: Deps, order: OrderRow, shared: OrderContext): Promise<Order> {
  const refundOffer = await readRefundOffer(deps.db.query, order, shared.now)
  const context = { ...shared, refundOffer }
  const common = await describeCommon(deps, order, context)
  return { ...common, ...(await getOrderKind(order).describe(deps, order, context)) }
}

/** Describes orders for their owner, with all fields of spec section 3. */
export function describeOrders(
  deps: Deps,
  orders: readonly OrderRow[],
  options: ReadContext,
): Promise<Order[]> {
  const context = createContext(deps.db.query, options)
  return Promise.all(orders.map((order) => describe(deps, order, context)))
}

/** Describes an order for its owner. */
export const describeOrder = (deps: Deps, order: OrderRow, options: ReadContext): Promise<Order> =>
  describe(deps, order, createContext(deps.db.query, options))

import type { ExchangeEnd } from '#api/order.ts'
import { lockAccount } from '../db/locks.ts'
import type { Reader, Transaction } from '../db/open.ts'
import type { CancelReason, RefundReason } from '../db/order-tables.ts'
import { BusinessError } from '../errors.ts'
import { announceRefund } from '../messages/outbox/announce-order.ts'
import { moveClassHours } from './ledger.ts'
import { COURSE_CANCEL_MS, HOLD, RETURNED_HOURS_MS, TICKET_REFUND_MS } from './limits.ts'
import { logOrder } from './log.ts'
import { getOrderKind } from './order-kinds.ts'
import {
  listPendingExchanges,
  lockOrder,
  PAID_STATUSES,
  requireNoExchange,
  selectDate,
  requirePayable,
  type OrderRow,
} from './orders.ts'
import type { RefundOffer } from './order-kind.ts'
import { listPaidTickets } from './paid-tickets.ts'
import { quoteTicketRefund } from './quote.ts'
import { openRefunds, readNetPaid } from './refunds.ts'
import { summarizeRefund } from './summarize-refund.ts'
import { moveReservations } from './reservations.ts'

/** Credits the class hours that an order was paid with. @returns the number of hours; 0 if the pass was refunded */
async function returnClassHours(trx: Transaction, order: OrderRow, now: number): Promise<number> {
  if (order.class_pass_id === null) return 0
  const { hours } = await trx
    .selectFrom('ledger')
    .select(({ fn }) => fn.sum<number>('amount').as('hours'))
    .where('account', '=', 'class_hours')
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const entry = { userId: order.user_id, orderId: order.id, reason: 'cancelled', now }
  const pass = { passId: order.class_pass_id, hours: -hours }
  return (await moveClassHours(trx, pass, entry)) ? -hours : 0
}

/**
 * Extends a class pass whose hours were returned by staff, or because the date was cancelled or moved: it may have
 * expired or be about to.
 */
async function extendClassPass(trx: Transaction, id: number | null, now: number): Promise<void> {
  const expiresAt = now + RETURNED_HOURS_MS
  await trx
    .updateTable('class_pass')
    .set({ expires_at: expiresAt })
    .where('id', '=', id)
    .where('expires_at', '<', expiresAt)
    .execute()
}

/**
 * Cancels an unpaid order and releases its reservations. Call inside a transaction.
 * @returns whether it was still unpaid
 */
export async function cancelOrder(
  trx: Transaction,
  order: OrderRow,
  reason: CancelReason,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('order')
    .set({ status: 'cancelled', cancel_reason: reason, closed_at: now })
    .where('id', '=', order.id)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await moveReservations(trx, order.id, 'held', 'released')
  await returnClassHours(trx, order, now)
  const attempts = trx.updateTable('payment_attempt').where('order_id', '=', order.id)
  // A job closes it at its provider, or finds a payment that arrived first.
  const submitted = attempts.set({ state: 'closed', next_query_at: now })
  await submitted.where('state', '=', 'submitted').execute()
  // A trade that is being created is closed by the request that creates it.
  const created = attempts.set({ state: 'closed', next_query_at: null })
  await created.where('state', '=', 'created').execute()
  await logOrder(trx, order.id, 'cancelled', now, { reason })
  return true
}

/** Ends an unpaid exchange whose old tickets have changed. Call inside a transaction. */
export async function endExchange(
  trx: Transaction,
  exchange: OrderRow,
  end: ExchangeEnd,
  now: number,
): Promise<void> {
  await logOrder(trx, exchange.id, end, now)
  await cancelOrder(trx, exchange, 'staff', now)
}

/** Ends unpaid exchanges of an order that is refunded. A payment that arrives later is refunded. */
export async function cancelExchanges(
  trx: Transaction,
  orderId: number,
  now: number,
): Promise<void> {
  for (const { id } of await listPendingExchanges(trx, orderId)) {
    await endExchange(trx, await lockOrder(trx, id), 'old_ticket_refunded', now)
  }
}

/** Whether the hold of an order can be extended. */
export const canExtend = ({ status, created_at, expires_at }: OrderRow, now: number): boolean =>
  status === 'pending' && now < expires_at && expires_at < created_at + HOLD.maxMs

/** @throws BusinessError 500103 ended, 500107 paid, 500115 maximum hold reached */
export async function extendOrder(trx: Transaction, id: number, now: number): Promise<void> {
  const order = await lockOrder(trx, id)
  requirePayable(order, now)
  if (!canExtend(order, now)) throw new BusinessError(500115)
  const until = Math.min(now + HOLD.ms, order.created_at + HOLD.maxMs)
  await trx
    .updateTable('order')
    .set({ expires_at: Math.max(order.expires_at, until), extensions: order.extensions + 1 })
    .where('id', '=', id)
    .execute()
  await logOrder(trx, id, 'extended', now)
}

/** Deadline for an online refund by the buyer, epoch ms; null for orders without a date. */
export async function readRefundDeadline(db: Reader, order: OrderRow): Promise<number | null> {
  const date = await selectDate(db, order)?.select('starts_at').executeTakeFirstOrThrow()
  if (!date) return null
  const deadlineMs = order.show_id === null ? COURSE_CANCEL_MS : TICKET_REFUND_MS
  return Math.max(date.starts_at - deadlineMs, order.refundable_until ?? 0)
}

/** Whether an order is paid and the deadline for online refunds has not passed. */
export async function isBeforeDeadline(db: Reader, order: OrderRow, now: number): Promise<boolean> {
  if (order.status !== 'paid') return false
  const deadline = await readRefundDeadline(db, order)
  return deadline !== null && now < deadline
}

/**
 * Refunds the rest of a paid order. Tickets are voided and places released before any money moves. Call inside
 * a transaction.
 * @returns whether the order was paid
 * @throws BusinessError 500113 for a top-up of which the balance has less left
 */
export async function refundOrder(
  trx: Transaction,
  order: OrderRow,
  reason: RefundReason,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('order')
    .set({ status: 'refunding', closed_at: now })
    .where('id', '=', order.id)
    .where('status', 'in', PAID_STATUSES)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  // Serialises with new orders of the account: they must not use the membership or class pass that ends here.
  if (order.show_id === null) await lockAccount(trx, order.user_id)
  await cancelExchanges(trx, order.id, now)
  await moveReservations(trx, order.id, 'sold', 'released')
  const hours = await returnClassHours(trx, order, now)
  const isByVenue = reason === 'staff' || order.refundable_until !== null
  if (hours > 0 && isByVenue) await extendClassPass(trx, order.class_pass_id, now)
  await getOrderKind(order).revoke(trx, order, now)
  const amountFen = await readNetPaid(trx, order.id)
  const payments = await openRefunds(trx, { order, amountFen, reason, now })
  const returned = summarizeRefund(payments, hours)
  await announceRefund(trx, { order, event: 'refunded', reason, returned, now })
  // A free order has nothing to refund.
  if (amountFen === 0) {
    await trx.updateTable('order').set({ status: 'refunded' }).where('id', '=', order.id).execute()
    await logOrder(trx, order.id, 'refunded', now, { amount_fen: 0 })
  }
  return true
}

const NO_TICKETS: RefundOffer['tickets'] = new Map()

/** The refunds that the buyer can currently request. */
export async function readRefundOffer(
  db: Reader,
  order: OrderRow,
  now: number,
): Promise<RefundOffer> {
  const isWhole = await isBeforeDeadline(db, order, now)
  if (!isWhole || order.show_id === null) return { isWhole, tickets: NO_TICKETS, hasChoice: false }
  const tickets = (await listPaidTickets(db, order.id)).filter(({ state }) => state !== 'void')
  const validTickets = tickets.filter(({ state }) => state === 'valid')
  return {
    isWhole: validTickets.length === tickets.length,
    tickets: new Map(validTickets.map((ticket) => [ticket.id, quoteTicketRefund([ticket])])),
    hasChoice: validTickets.length > 0 && tickets.length > 1,
  }
}

/**
 * Refunds an order for its buyer.
 * @throws BusinessError 500116 after the deadline or when a ticket was used, 500112 while an exchange of its
 *   tickets is unpaid
 */
export async function refundOnline(trx: Transaction, id: number, now: number): Promise<void> {
  const order = await lockOrder(trx, id)
  // Serialises with admissions at the door: a ticket is either used or refunded.
  await trx.selectFrom('ticket').select('id').where('order_id', '=', id).forUpdate().execute()
  if (!(await readRefundOffer(trx, order, now)).isWhole) throw new BusinessError(500116)
  await requireNoExchange(trx, id)
  await refundOrder(trx, order, 'user', now)
}

import type { Database } from '../db/open.ts'
import type { CancelReason, RefundReason } from '../db/order-tables.ts'
import { all, execute } from '../db/write.ts'
import { BusinessError } from '../errors.ts'
import { moveClassHours } from './ledger.ts'
import { COURSE_CANCEL_MS, HOLD, TICKET_REFUND_MS } from './limits.ts'
import { logOrder } from './log.ts'
import { findOrder, type OrderRow } from './orders.ts'
import { openRefund } from './refunds.ts'
import { moveReservations } from './reservations.ts'

/** Returns the class hours that an order was paid with. */
function returnClassHours(db: Database, order: OrderRow, now: number): void {
  if (order.class_pass_id === null) return
  const row = db
    .prepare(
      "SELECT -sum(amount) AS hours FROM ledger WHERE account = 'class_hours' AND order_id = ?",
    )
    .get(order.id)
  const entry = { userId: order.user_id, orderId: order.id, reason: 'cancelled', now }
  moveClassHours(db, { passId: order.class_pass_id, hours: Number(row?.['hours']) }, entry)
}

/**
 * Cancels an unpaid order and releases its reservations. Call inside a transaction.
 * @returns whether it was still unpaid
 */
export function cancelOrder(
  db: Database,
  order: OrderRow,
  reason: CancelReason,
  now: number,
): boolean {
  const { changes } = db
    .prepare(
      `UPDATE "order" SET status = 'cancelled', cancel_reason = ?, closed_at = ?
       WHERE id = ? AND status = 'pending'`,
    )
    .run(reason, now, order.id)
  if (changes === 0) return false
  moveReservations(db, order.id, 'held', 'released')
  returnClassHours(db, order, now)
  execute(
    db,
    `UPDATE payment_attempt SET state = 'closed', next_query_at = NULL
     WHERE order_id = ? AND state IN ('created', 'submitted')`,
    order.id,
  )
  logOrder(db, order.id, 'cancelled', now, { reason })
  return true
}

/** Whether the hold of an order can be extended. */
export const canExtend = ({ status, created_at, expires_at }: OrderRow, now: number): boolean =>
  status === 'pending' && now < expires_at && expires_at < created_at + HOLD.maxMs

/** @throws BusinessError 500103 ended, 500107 paid, 500115 maximum hold reached */
export function extendOrder(db: Database, order: OrderRow, now: number): void {
  if (order.status === 'paid' || order.status === 'completed') throw new BusinessError(500107)
  if (order.status !== 'pending' || now >= order.expires_at) throw new BusinessError(500103)
  if (!canExtend(order, now)) throw new BusinessError(500115)
  const until = Math.min(now + HOLD.ms, order.created_at + HOLD.maxMs)
  execute(
    db,
    `UPDATE "order" SET expires_at = max(expires_at, ?), extensions = extensions + 1 WHERE id = ?`,
    until,
    order.id,
  )
  logOrder(db, order.id, 'extended', now)
}

function readStart(db: Database, order: OrderRow): number | null {
  const find = (table: 'show' | 'course_date', id: number) =>
    Number(db.prepare(`SELECT starts_at FROM ${table} WHERE id = ?`).get(id)?.['starts_at'])
  if (order.show_id !== null) return find('show', order.show_id)
  return order.course_date_id === null ? null : find('course_date', order.course_date_id)
}

function hasUsedTicket(db: Database, orderId: number): boolean {
  const find = db.prepare("SELECT 1 FROM ticket WHERE order_id = ? AND state = 'used'")
  return find.get(orderId) !== undefined
}

/** Whether the buyer can request a refund online: unused tickets and bookings, before the deadline. */
export function isRefundable(db: Database, order: OrderRow, now: number): boolean {
  if (order.status !== 'paid') return false
  const startsAt = readStart(db, order)
  if (startsAt === null || hasUsedTicket(db, order.id)) return false
  const deadlineMs = order.show_id === null ? COURSE_CANCEL_MS : TICKET_REFUND_MS
  return now < startsAt - deadlineMs
}

/**
 * Refunds a paid order. Tickets are voided and places released before any money moves. Call inside a
 * transaction. @returns whether it was paid
 */
export function refundOrder(
  db: Database,
  order: OrderRow,
  reason: RefundReason,
  now: number,
): boolean {
  const { changes } = db
    .prepare(
      `UPDATE "order" SET status = 'refunding', closed_at = ?
       WHERE id = ? AND status IN ('paid', 'completed')`,
    )
    .run(now, order.id)
  if (changes === 0) return false
  moveReservations(db, order.id, 'sold', 'released')
  returnClassHours(db, order, now)
  execute(db, "UPDATE ticket SET state = 'void' WHERE order_id = ? AND state = 'valid'", order.id)
  execute(db, 'UPDATE membership SET revoked = 1 WHERE order_id = ?', order.id)
  execute(db, 'UPDATE class_pass SET revoked = 1 WHERE order_id = ?', order.id)
  const payments = db.query
    .selectFrom('payment')
    .select(['id', 'amount_fen'])
    .where('order_id', '=', order.id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('refund').whereRef('refund.payment_id', '=', 'payment.id').select('id')),
      ),
    )
  for (const { id, amount_fen: amountFen } of all(db, payments)) {
    openRefund(db, { order, paymentId: id, amountFen, reason, now })
  }
  // A free order has no payment to refund.
  if (order.payable_fen === 0) {
    execute(db, `UPDATE "order" SET status = 'refunded' WHERE id = ?`, order.id)
    logOrder(db, order.id, 'refunded', now, { amount_fen: 0 })
  }
  return true
}

/** Refunds an order for its buyer. @throws BusinessError 500116 when the order is not refundable */
export function refundOnline(db: Database, order: OrderRow, now: number): void {
  if (!isRefundable(db, order, now)) throw new BusinessError(500116)
  refundOrder(db, findOrder(db, order.id), 'user', now)
}

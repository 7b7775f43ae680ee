import type { Quote } from '#api/order.ts'
import type { Database } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { HOLD, MAX_UNPAID_ORDERS } from '../limits.ts'
import { logOrder } from '../log.ts'
import { generateOrderNumber } from '../numbers.ts'
import { findOrder, insertRow, type NewOrder, type OrderRow } from '../orders.ts'

/** The account that orders, with the idempotency data of its request. */
export interface Buyer {
  userId: number
  idempotencyKey: string | null
  /** Hash of the request, stored with the key. */
  requestHash: string
  /** When false, only free orders can be created. */
  canBuyOnline: boolean
  now: number
}

/**
 * Refuses an order whose price has changed since the buyer saw it.
 * @throws BusinessError 500104 with the current quote
 */
export function checkPrice(quote: Quote, expectedFen: number): void {
  if (quote.payable_fen !== expectedFen) throw new BusinessError(500104, quote)
}

/** @throws BusinessError 500121 */
function checkUnpaidOrders(db: Database, userId: number, now: number): void {
  const count = db.prepare(
    `SELECT count(*) AS n FROM "order" WHERE user_id = ? AND status = 'pending' AND expires_at > ?`,
  )
  if (Number(count.get(userId, now)?.['n']) >= MAX_UNPAID_ORDERS) throw new BusinessError(500121)
}

/** The type, quantity and item of an order. */
export type Subject = Pick<NewOrder, 'type' | 'quantity'> &
  Partial<
    Pick<
      NewOrder,
      | 'performance_id'
      | 'show_id'
      | 'course_date_id'
      | 'course_package_id'
      | 'member_package_id'
      | 'class_pass_id'
    >
  >

/**
 * Inserts an order in the state `pending`.
 * @throws BusinessError 500120 when it costs money and no payment provider is configured, 500121 when
 *   the account has too many unpaid orders
 */
export function insertOrder(db: Database, buyer: Buyer, subject: Subject, quote: Quote): OrderRow {
  const { userId, idempotencyKey, requestHash, canBuyOnline, now } = buyer
  if (quote.payable_fen > 0 && !canBuyOnline) throw new BusinessError(500120)
  if (quote.payable_fen > 0) checkUnpaidOrders(db, userId, now)
  const id = insertRow(db, 'order', {
    order_no: generateOrderNumber(now),
    user_id: userId,
    cancel_reason: null,
    performance_id: null,
    show_id: null,
    course_date_id: null,
    course_package_id: null,
    member_package_id: null,
    class_pass_id: null,
    ...subject,
    ...quote,
    idempotency_key: idempotencyKey,
    request_hash: idempotencyKey === null ? null : requestHash,
    created_at: now,
    expires_at: now + HOLD.ms,
    paid_at: null,
    closed_at: null,
  })
  logOrder(db, id, 'created', now)
  return findOrder(db, id)
}

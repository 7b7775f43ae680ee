import type { Selectable } from 'kysely'
import type { Database } from '../db/open.ts'
import type { OrderTables, RefundReason } from '../db/order-tables.ts'
import { all, execute } from '../db/write.ts'
import { moveBalance } from './ledger.ts'
import { logOrder } from './log.ts'
import { generateLetters } from './numbers.ts'
import { findOrder, insertRow, type OrderRow } from './orders.ts'

export type Refund = Selectable<OrderTables['refund']>

interface NewRefund {
  order: OrderRow
  paymentId: number
  amountFen: number
  reason: RefundReason
  now: number
}

/** Creates a refund request. A job submits it to the provider until it is done. */
export function openRefund(
  db: Database,
  { order, paymentId, amountFen, reason, now }: NewRefund,
): void {
  if (amountFen === 0) return
  insertRow(db, 'refund', {
    order_id: order.id,
    payment_id: paymentId,
    out_refund_no: `R${generateLetters(23)}`,
    amount_fen: amountFen,
    reason,
    next_try_at: now,
    at: now,
    done_at: null,
  })
  logOrder(db, order.id, 'refund_requested', now, { amount_fen: amountFen, reason })
}

/** Lists due refunds with their payments. */
export function listDueRefunds(db: Database, now: number) {
  const query = db.query
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment.attempt_id')
    .selectAll('refund')
    .select(['payment.provider', 'payment.txn_id', 'payment_attempt.out_trade_no'])
    .select('payment.amount_fen as paid_fen')
    .where('refund.next_try_at', '<=', now)
    .orderBy('refund.id')
    .limit(50)
  return all(db, query)
}

/** Marks a refund as done, and its order as refunded with the last one. Call inside a transaction. */
export function finishRefund(db: Database, refund: Refund, now: number): void {
  const { changes } = db
    .prepare(
      "UPDATE refund SET state = 'done', done_at = ?, next_try_at = NULL WHERE id = ? AND state <> 'done'",
    )
    .run(now, refund.id)
  if (changes === 0) return
  logOrder(db, refund.order_id, 'refunded', now, { amount_fen: refund.amount_fen })
  execute(
    db,
    `UPDATE "order" SET status = 'refunded' WHERE id = ? AND status = 'refunding' AND NOT EXISTS
      (SELECT 1 FROM refund WHERE order_id = "order".id AND state <> 'done')`,
    refund.order_id,
  )
}

/** Refunds a balance payment to the balance. */
export function refundToBalance(db: Database, refund: Refund, now: number): void {
  const order = findOrder(db, refund.order_id)
  const entry = { userId: order.user_id, orderId: order.id, reason: 'refund', now }
  moveBalance(db, refund.amount_fen, entry)
  finishRefund(db, refund, now)
}

interface ChangedRefund {
  provider: string
  outRefundNo: string
  now: number
}

/** Makes an unfinished refund due, so that its state is read from the provider in the next run. */
export function retryRefundNow(db: Database, { provider, outRefundNo, now }: ChangedRefund): void {
  execute(
    db,
    `UPDATE refund SET next_try_at = ? WHERE out_refund_no = ? AND state = 'requested'
      AND payment_id IN (SELECT id FROM payment WHERE provider = ?)`,
    now,
    outRefundNo,
    provider,
  )
}

const FIRST_RETRY_MS = 10_000
const MAX_RETRY_MS = 60 * 60 * 1000
const MAX_TRIES = 8

/** Schedules a retry with exponential backoff; after the last try staff has to intervene. */
export function postponeRefund(db: Database, refund: Refund, now: number): 'retried' | 'failed' {
  const tries = refund.tries + 1
  const wait = Math.min(FIRST_RETRY_MS * 2 ** refund.tries, MAX_RETRY_MS)
  const isFailed = tries >= MAX_TRIES
  execute(
    db,
    'UPDATE refund SET state = ?, tries = ?, next_try_at = ? WHERE id = ?',
    isFailed ? 'failed' : 'requested',
    tries,
    isFailed ? null : now + wait,
    refund.id,
  )
  if (isFailed) logOrder(db, refund.order_id, 'refund_failed', now)
  return isFailed ? 'failed' : 'retried'
}

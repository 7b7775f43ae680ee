import type { Selectable } from 'kysely'
import type { Database } from '../db/open.ts'
import type { OrderTables, PaymentChannel } from '../db/order-tables.ts'
import { all, execute } from '../db/write.ts'
import { BusinessError } from '../errors.ts'
import { fulfil } from './fulfil.ts'
import { logOrder } from './log.ts'
import { generateLetters } from './numbers.ts'
import { findOrder, insertRow, type OrderRow } from './orders.ts'
import { openRefund } from './refunds.ts'
import { restoreReservations } from './reservations.ts'

export type Attempt = Selectable<OrderTables['payment_attempt']>

interface NewAttempt {
  order: OrderRow
  provider: string
  channel: PaymentChannel
  /** The payer's id at the provider, for payments inside its app. */
  payer: string | null
  expiresAt: number
  now: number
}

/** Opens a payment attempt. At most one is live: the caller closes the previous one first. */
export function openAttempt(
  db: Database,
  { order, provider, channel, payer, expiresAt, now }: NewAttempt,
): Attempt {
  const id = insertRow(db, 'payment_attempt', {
    order_id: order.id,
    provider,
    channel,
    // Providers accept a merchant trade number once only (WeChat Pay v3: at most 32 characters).
    out_trade_no: `E${generateLetters(23)}`,
    amount_fen: order.payable_fen,
    address: null,
    payer,
    next_query_at: null,
    created_at: now,
    expires_at: expiresAt,
  })
  const [attempt] = all(db, db.query.selectFrom('payment_attempt').selectAll().where('id', '=', id))
  if (!attempt) throw new Error(`attempt ${id} vanished`)
  return attempt
}

export function findLiveAttempt(db: Database, orderId: number): Attempt | undefined {
  const query = db.query
    .selectFrom('payment_attempt')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', ['created', 'submitted'])
  return all(db, query)[0]
}

export function findAttempt(db: Database, outTradeNo: string): Attempt | undefined {
  const query = db.query
    .selectFrom('payment_attempt')
    .selectAll()
    .where('out_trade_no', '=', outTradeNo)
  return all(db, query)[0]
}

/** A payment as reported by the provider. */
export interface ReceivedPayment {
  provider: string
  /** The provider's transaction id, the same in every webhook of a payment. */
  txnId: string
  outTradeNo: string
  amountFen: number
  now: number
}

export type PaymentOutcome =
  'paid' | 'duplicate' | 'paid_late' | 'refunding' | 'unknown' | 'wrong_amount'

function markPaid(db: Database, order: OrderRow, late: boolean, now: number): void {
  execute(
    db,
    `UPDATE "order" SET status = 'paid', paid_at = ?, paid_late = ?, cancel_reason = NULL,
      closed_at = NULL WHERE id = ?`,
    now,
    late ? 1 : 0,
    order.id,
  )
  logOrder(db, order.id, late ? 'paid_late' : 'paid', now)
  fulfil(db, findOrder(db, order.id), now)
}

function isShowCancelled(db: Database, { show_id: showId }: OrderRow): boolean {
  const find = db.prepare('SELECT 1 FROM show WHERE id = ? AND cancelled = 1')
  return find.get(showId) !== undefined
}

/** Handles a payment after the deadline: restores the order if its places are free, else refunds it. */
function receiveLatePayment(
  db: Database,
  order: OrderRow,
  paymentId: number,
  now: number,
): PaymentOutcome {
  db.sqlite.exec('SAVEPOINT late')
  try {
    if (isShowCancelled(db, order)) throw new BusinessError(500109)
    restoreReservations(db, order.id)
    markPaid(db, order, true, now)
    db.sqlite.exec('RELEASE late')
    return 'paid_late'
  } catch (error) {
    db.sqlite.exec('ROLLBACK TO late; RELEASE late')
    // The places were sold, or the buyer has another order for the same item.
    const isUnavailable = error instanceof BusinessError || isConstraint(error)
    if (!isUnavailable) throw error
    openRefund(db, { order, paymentId, amountFen: order.payable_fen, reason: 'paid_late', now })
    return 'refunding'
  }
}

const isConstraint = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 19

/**
 * Records a payment, once per transaction id of the provider, whatever the status of the order: no
 * payment is ever dropped (anchors: reliability A5, A8, A11, A12). Call inside a transaction.
 */
export function receivePayment(db: Database, received: ReceivedPayment): PaymentOutcome {
  const { provider, txnId, amountFen, now } = received
  const attempt = findAttempt(db, received.outTradeNo)
  if (!attempt || attempt.provider !== provider) return 'unknown'
  if (attempt.amount_fen !== amountFen) return 'wrong_amount'
  const existing = db.prepare('SELECT 1 FROM payment WHERE provider = ? AND txn_id = ?')
  if (existing.get(provider, txnId)) return 'duplicate'
  const paymentId = insertRow(db, 'payment', {
    provider,
    txn_id: txnId,
    attempt_id: attempt.id,
    order_id: attempt.order_id,
    amount_fen: amountFen,
    at: now,
  })
  execute(
    db,
    "UPDATE payment_attempt SET state = 'succeeded', next_query_at = NULL WHERE id = ?",
    attempt.id,
  )
  const order = findOrder(db, attempt.order_id)
  if (order.status === 'pending') {
    markPaid(db, order, false, now)
    return 'paid'
  }
  if (order.status === 'cancelled') return receiveLatePayment(db, order, paymentId, now)
  // The order was paid by another method already: refund the second payment.
  logOrder(db, order.id, 'paid_twice', now)
  openRefund(db, { order, paymentId, amountFen, reason: 'paid_twice', now })
  return 'refunding'
}

/** Settles an order without a provider: free orders, and orders paid from the balance. */
export function settleInternally(
  db: Database,
  order: OrderRow,
  channel: 'free' | 'balance',
  now: number,
): void {
  const opened = { order, provider: channel, channel, payer: null, expiresAt: now, now }
  const attempt = openAttempt(db, opened)
  const { out_trade_no: outTradeNo } = attempt
  receivePayment(db, {
    provider: channel,
    txnId: outTradeNo,
    outTradeNo,
    amountFen: order.payable_fen,
    now,
  })
}

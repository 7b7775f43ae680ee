import type { Selectable } from 'kysely'
import { withSavepoint } from '../../lib/db/database.ts'
import { isConstraintViolation } from '../../lib/db/errors.ts'
import { lockAccount } from '../db/locks.ts'
import type { Reader, Transaction } from '../db/open.ts'
import type { OrderTables } from '../db/order-tables.ts'
import { BusinessError } from '../errors.ts'
import { announceRefund, queueOrderMessage } from '../messages/outbox/announce-order.ts'
import { checkAccountLimit } from './create/tickets.ts'
import { cancelOrder, endExchange } from './end-order.ts'
import { isExchange } from './exchange.ts'
import { findExchangeEnd, logOrder } from './log.ts'
import { getOrderKind } from './order-kinds.ts'
import { lockOrder, selectDate, type OrderRow } from './orders.ts'
import { findAttempt, openAttempt } from './payments.ts'
import { summarizeRefund } from './summarize-refund.ts'
import { openRefund } from './refunds.ts'
import { moveReservations, restoreReservations } from './reservations.ts'

/** A payment as reported by the provider. */
export interface ReceivedPayment {
  provider: string
  /** The provider's transaction id, the same in every webhook of a payment. */
  txnId: string
  outTradeNo: string
  amountFen: number
  /** Whether the provider was queried: an amount other than ordered is not accepted from a webhook. */
  isConfirmed: boolean
  now: number
}

export type PaymentOutcome =
  | 'paid'
  | 'duplicate'
  | 'paid_late'
  | 'refunding'
  | 'unknown'
  | 'wrong_amount'

/** Marks an order as paid, delivers it and queues its confirmation. */
async function markPaid(
  trx: Transaction,
  { id }: OrderRow,
  outcome: 'paid' | 'paid_late',
  now: number,
): Promise<PaymentOutcome> {
  const order = await trx
    .updateTable('order')
    .set({
      status: 'paid',
      paid_at: now,
      paid_late: outcome === 'paid_late' ? 1 : 0,
      cancel_reason: null,
      closed_at: null,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await logOrder(trx, id, outcome, now)
  await moveReservations(trx, id, 'held', 'sold')
  await getOrderKind(order).fulfil(trx, order, now)
  await queueOrderMessage(trx, {
    kind: getOrderKind(order).findConfirmation(order),
    record: { orderId: id },
    order,
    event: 'paid',
    now,
  })
  return outcome
}

/** Whether the show or course date of an order is cancelled; locks the row so that this cannot change. */
async function isDateCancelled(trx: Transaction, order: OrderRow): Promise<boolean> {
  const date = await selectDate(trx, order)?.select('cancelled').forKeyShare().executeTakeFirst()
  return date?.cancelled === 1
}

/**
 * Checks the ticket limit again: the buyer may have ordered others after the order had ended. An exchange does
 * not change the number of tickets.
 * @throws BusinessError 500102
 */
async function checkLateLimit(trx: Transaction, order: OrderRow): Promise<void> {
  const { user_id: userId, performance_id: performanceId, quantity } = order
  if (performanceId === null || isExchange(order)) return
  await lockAccount(trx, userId)
  await checkAccountLimit(trx, { userId, performanceId, quantity })
}

type PaymentRow = Pick<Selectable<OrderTables['payment']>, 'id' | 'provider' | 'amount_fen'>

interface ReturnedPayment {
  order: OrderRow
  payment: PaymentRow
  reason: 'paid_late' | 'paid_twice'
  now: number
}

/** Refunds a late or duplicate payment and notifies the buyer. */
async function returnPayment(
  trx: Transaction,
  { order, payment, reason, now }: ReturnedPayment,
): Promise<PaymentOutcome> {
  const { id, amount_fen: amountFen } = payment
  await openRefund(trx, { order, paymentId: id, amountFen, reason, now })
  const end = reason === 'paid_late' ? await findExchangeEnd(trx, order.id) : undefined
  const message = { reason: end ?? reason, returned: summarizeRefund([payment], 0), now }
  await announceRefund(trx, { order, event: `payment ${id} refunded`, ...message })
  return 'refunding'
}

/** Handles the payment of an exchange. If an old ticket is no longer valid, ends the exchange and refunds. */
async function receiveExchangePayment(
  trx: Transaction,
  order: OrderRow,
  payment: PaymentRow,
  now: number,
): Promise<PaymentOutcome> {
  try {
    return await withSavepoint(trx, () => markPaid(trx, order, 'paid', now))
  } catch (error) {
    if (!(error instanceof BusinessError)) throw error
    // A refund of the ticket would already have ended the exchange, so the ticket was used.
    await endExchange(trx, order, 'old_ticket_used', now)
    return returnPayment(trx, { order, payment, reason: 'paid_late', now })
  }
}

/**
 * Handles a payment after the deadline: restores the order if its places are free and within the limit of the
 * account, else refunds it.
 */
async function receiveLatePayment(
  trx: Transaction,
  order: OrderRow,
  payment: PaymentRow,
  now: number,
): Promise<PaymentOutcome> {
  try {
    return await withSavepoint(trx, async () => {
      await checkLateLimit(trx, order)
      if (await isDateCancelled(trx, order)) throw new BusinessError(500109)
      await restoreReservations(trx, order)
      return markPaid(trx, order, 'paid_late', now)
    })
  } catch (error) {
    // The places were sold, or the buyer has ordered the same item, or up to the limit, in the meantime.
    const isUnavailable = error instanceof BusinessError || isConstraintViolation(error)
    if (!isUnavailable) throw error
    return returnPayment(trx, { order, payment, reason: 'paid_late', now })
  }
}

async function isDateOver(db: Reader, order: OrderRow, now: number): Promise<boolean> {
  const date = await selectDate(db, order)?.select('ends_at').executeTakeFirstOrThrow()
  return date !== undefined && date.ends_at <= now
}

/** Delivers the order of a recorded payment, or refunds the payment. */
async function applyPayment(
  trx: Transaction,
  order: OrderRow,
  payment: PaymentRow,
  { isWrongAmount, now }: { isWrongAmount: boolean; now: number },
): Promise<PaymentOutcome> {
  if (order.status !== 'pending' && order.status !== 'cancelled') {
    // The order was paid by another method already: refund the second payment.
    await logOrder(trx, order.id, 'paid_twice', now)
    return returnPayment(trx, { order, payment, reason: 'paid_twice', now })
  }
  if (isWrongAmount) {
    await logOrder(trx, order.id, 'wrong_amount', now, { amount_fen: payment.amount_fen })
    await cancelOrder(trx, order, 'staff', now)
    await returnPayment(trx, { order, payment, reason: 'paid_late', now })
    return 'wrong_amount'
  }
  // Only after an outage: orders expire long before.
  if (await isDateOver(trx, order, now)) {
    await cancelOrder(trx, order, 'timeout', now)
    return returnPayment(trx, { order, payment, reason: 'paid_late', now })
  }
  if (order.status === 'cancelled') return receiveLatePayment(trx, order, payment, now)
  if (isExchange(order)) return receiveExchangePayment(trx, order, payment, now)
  return markPaid(trx, order, 'paid', now)
}

/**
 * Records a payment, once per transaction id of the provider, whatever the status of the order: no
 * payment is ever dropped. Call inside a transaction.
 */
export async function receivePayment(
  trx: Transaction,
  { provider, txnId, outTradeNo, amountFen, isConfirmed, now }: ReceivedPayment,
): Promise<PaymentOutcome> {
  const attempt = await findAttempt(trx, outTradeNo)
  if (attempt?.provider !== provider) return 'unknown'
  // The lock serialises repeated webhooks of the payment.
  const order = await lockOrder(trx, attempt.order_id)
  const existing = await trx
    .selectFrom('payment')
    .select('id')
    .where('provider', '=', provider)
    .where('txn_id', '=', txnId)
    .executeTakeFirst()
  if (existing) return 'duplicate'
  const isWrongAmount = attempt.amount_fen !== amountFen
  if (isWrongAmount && !isConfirmed) return 'wrong_amount'
  const payment = await trx
    .insertInto('payment')
    .values({
      provider,
      txn_id: txnId,
      attempt_id: attempt.id,
      order_id: order.id,
      amount_fen: amountFen,
      at: now,
    })
    .returning(['id', 'provider', 'amount_fen'])
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('payment_attempt')
    .set({ state: 'succeeded', next_query_at: null })
    .where('id', '=', attempt.id)
    .execute()
  return applyPayment(trx, order, payment, { isWrongAmount, now })
}

/**
 * Settles an order without a provider: free orders, and orders paid from the balance.
 * @returns `refunding` for an exchange that has ended because its old ticket was used
 */
export async function settleInternally(
  trx: Transaction,
  order: OrderRow,
  channel: 'free' | 'balance',
  now: number,
): Promise<PaymentOutcome> {
  const opened = { order, provider: channel, channel, payer: null, expiresAt: now, now }
  const { out_trade_no: outTradeNo } = await openAttempt(trx, opened)
  return receivePayment(trx, {
    provider: channel,
    txnId: outTradeNo,
    outTradeNo,
    amountFen: order.payable_fen,
    isConfirmed: true,
    now,
  })
}

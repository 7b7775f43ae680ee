import type { Reader, Transaction } from '../db/open.ts'
import { logOrder } from './log.ts'
import { lockOrder } from './orders.ts'
import { finishRefund } from './refunds.ts'

/** Refunds of an order that the provider has not made after the last attempt. */
export const listFailedRefunds = (db: Reader, orderId: number) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .selectAll('refund')
    .select('payment.provider')
    .where('refund.order_id', '=', orderId)
    .where('refund.state', '=', 'failed')
    .orderBy('refund.id')
    .execute()

/** Locks an order, so that its failed refunds are retried or settled once. @returns these refunds */
async function lockFailedRefunds(trx: Transaction, orderId: number) {
  await lockOrder(trx, orderId)
  return listFailedRefunds(trx, orderId)
}

/**
 * Sends the failed refunds of an order again, under the same numbers, so that the provider refunds once. Call
 * inside a transaction.
 * @returns the number of refunds
 */
export async function retryFailedRefunds(
  trx: Transaction,
  orderId: number,
  now: number,
): Promise<number> {
  const refunds = await lockFailedRefunds(trx, orderId)
  for (const { id, amount_fen: amountFen, reason } of refunds) {
    const update = trx.updateTable('refund').where('id', '=', id)
    await update.set({ state: 'requested', tries: 0, next_try_at: now, at: now }).execute()
    await logOrder(trx, orderId, 'refund_requested', now, { amount_fen: amountFen, reason })
  }
  return refunds.length
}

/**
 * Marks the failed refunds of an order as repaid by hand. Call inside a transaction.
 * @returns the number of refunds
 */
export async function settleFailedRefunds(
  trx: Transaction,
  orderId: number,
  now: number,
): Promise<number> {
  const refunds = await lockFailedRefunds(trx, orderId)
  for (const refund of refunds) {
    const update = trx.updateTable('refund').where('id', '=', refund.id)
    await update.set({ settled_by_hand: 1 }).execute()
    await finishRefund(trx, refund, now)
  }
  return refunds.length
}

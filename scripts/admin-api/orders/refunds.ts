import { expressionBuilder, sql, type RawBuilder, type Selectable } from 'kysely'
import type { Reader, Transaction } from '../db/open.ts'
import type { OrderTables, RefundReason } from '../db/order-tables.ts'
import type { Tables } from '../db/tables.ts'
import { PROVIDER_CLOCK_SKEW_MS } from '../providers/payment/payment.ts'
import { moveBalance } from './ledger.ts'
import { logOrder } from './log.ts'
import { generateLetters } from './numbers.ts'
import { lockOrder, type OrderRow } from './orders.ts'
import { HOUR } from '../../lib/durations.ts'

export type Refund = Selectable<OrderTables['refund']>

interface NewRefund {
  order: OrderRow
  paymentId: number
  amountFen: number
  reason: RefundReason
  now: number
}

/** Creates a refund request. A job submits it to the provider until it is done. */
export async function openRefund(
  trx: Transaction,
  { order, paymentId, amountFen, reason, now }: NewRefund,
): Promise<void> {
  if (amountFen === 0) return
  await trx
    .insertInto('refund')
    .values({
      order_id: order.id,
      payment_id: paymentId,
      out_refund_no: `R${generateLetters(23)}`,
      amount_fen: amountFen,
      reason,
      next_try_at: now,
      at: now,
      done_at: null,
    })
    .execute()
  await logOrder(trx, order.id, 'refund_requested', now, { amount_fen: amountFen, reason })
}

/** Payments of an order with the amounts that are not refunded yet. */
async function listRefundablePayments(db: Reader, orderId: number) {
  const payments = await db
    .selectFrom('payment')
    .select(['id', 'provider', 'amount_fen'])
    .select(({ selectFrom }) =>
      selectFrom('refund')
        .select(({ fn }) => fn.sum<number | null>('refund.amount_fen').as('fen'))
        .whereRef('refund.payment_id', '=', 'payment.id')
        .as('refunded_fen'),
    )
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return payments.map(({ id, provider, amount_fen: paidFen, refunded_fen: refundedFen }) => ({
    id,
    provider,
    leftFen: paidFen - (refundedFen ?? 0),
  }))
}

/**
 * Net payment of the `order` of a query, fen: payments less refunds. The price of exchanged tickets counts for the
 * order that exchanged them.
 */
export function selectNetPaid(): RawBuilder<number> {
  const { selectFrom } = expressionBuilder<Tables, 'order'>()
  const sumOf = (table: 'payment' | 'refund') =>
    selectFrom(table)
      .select(({ fn }) => fn.sum('amount_fen').as('fen'))
      .whereRef('order_id', '=', 'order.id')
  const creditGiven = selectFrom('order as exchange')
    .select(({ fn }) => fn.sum('exchange.credit_fen').as('fen'))
    .whereRef('exchange.exchanged_order_id', '=', 'order.id')
    .where('exchange.paid_at', 'is not', null)
  return sql`
    coalesce(${sumOf('payment')}, 0)
    + case when ${sql.ref('order.paid_at')} is null then 0 else ${sql.ref('order.credit_fen')} end
    - coalesce(${sumOf('refund')}, 0) - coalesce(${creditGiven}, 0)`
}

/** Net payment of an order, fen. */
export async function readNetPaid(db: Reader, orderId: number): Promise<number> {
  const query = db.selectFrom('order').select(selectNetPaid().as('fen')).where('id', '=', orderId)
  return (await query.executeTakeFirstOrThrow()).fen
}

/** The ids of an order and of the chain of orders whose tickets it has exchanged. */
async function listPayingOrders(db: Reader, orderId: number): Promise<number[]> {
  const ids = [orderId]
  for (const id of ids) {
    const query = db.selectFrom('order').select('exchanged_order_id').where('id', '=', id)
    const { exchanged_order_id: exchangedId } = await query.executeTakeFirstOrThrow()
    if (exchangedId !== null) ids.push(exchangedId)
  }
  return ids
}

/**
 * Refunds an amount to the payments of a locked order, with one refund per payment. For an exchange, its own
 * payments are refunded first, then those of the exchanged order, at most up to the credit that it gave.
 * @returns the refunded amounts by payment
 */
export async function openRefunds(
  trx: Transaction,
  { amountFen, ...refund }: Omit<NewRefund, 'paymentId'>,
): Promise<{ provider: string; amount_fen: number }[]> {
  const refunds: { provider: string; amount_fen: number }[] = []
  let missingFen = amountFen
  for (const orderId of await listPayingOrders(trx, refund.order.id)) {
    for (const { id, provider, leftFen } of await listRefundablePayments(trx, orderId)) {
      const fen = Math.min(leftFen, missingFen)
      if (fen === 0) continue
      await openRefund(trx, { ...refund, paymentId: id, amountFen: fen })
      refunds.push({ provider, amount_fen: fen })
      missingFen -= fen
    }
  }
  if (missingFen > 0) {
    throw new Error(
      `payments of order ${refund.order.id} do not cover a refund of ${amountFen} fen`,
    )
  }
  return refunds
}

/** Lists due refunds with their payments. */
export const listDueRefunds = (db: Reader, now: number) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'payment.attempt_id')
    .selectAll('refund')
    .select(['payment.provider', 'payment.txn_id', 'payment_attempt.out_trade_no'])
    .select('payment.amount_fen as paid_fen')
    .where('refund.next_try_at', '<=', now)
    .orderBy('refund.next_try_at')
    .limit(50)
    .execute()

/**
 * Marks a refund as done, and its order as refunded if it was the last one. Call inside a transaction.
 * @returns false when it was already done
 */
export async function finishRefund(
  trx: Transaction,
  refund: Refund,
  now: number,
): Promise<boolean> {
  // Without the lock, two concurrent last refunds could each consider the other one unfinished.
  await lockOrder(trx, refund.order_id)
  const { numUpdatedRows } = await trx
    .updateTable('refund')
    .set({ state: 'done', done_at: now, next_try_at: null })
    .where('id', '=', refund.id)
    .where('state', '<>', 'done')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await logOrder(trx, refund.order_id, 'refunded', now, { amount_fen: refund.amount_fen })
  await trx
    .updateTable('order')
    .set({ status: 'refunded' })
    .where('id', '=', refund.order_id)
    .where('status', '=', 'refunding')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('refund')
            .select('refund.id')
            .whereRef('refund.order_id', '=', 'order.id')
            .where('refund.state', '<>', 'done'),
        ),
      ),
    )
    .execute()
  return true
}

/** Refunds a balance payment to the balance, once. */
export async function refundToBalance(
  trx: Transaction,
  refund: Refund,
  now: number,
): Promise<void> {
  if (!(await finishRefund(trx, refund, now))) return
  const order = await lockOrder(trx, refund.order_id)
  const entry = { userId: order.user_id, orderId: order.id, reason: 'refund', now }
  await moveBalance(trx, refund.amount_fen, entry)
}

interface ChangedRefund {
  provider: string
  outRefundNo: string
  now: number
}

/** Makes an unfinished refund due, so that the next run of the job queries its state at the provider. */
export async function retryRefundNow(
  trx: Transaction,
  { provider, outRefundNo, now }: ChangedRefund,
): Promise<void> {
  await trx
    .updateTable('refund')
    .set({ next_try_at: now })
    .where('out_refund_no', '=', outRefundNo)
    .where('state', '=', 'requested')
    .where('payment_id', 'in', (from) =>
      from.selectFrom('payment').select('id').where('provider', '=', provider),
    )
    .execute()
}

/**
 * Marks a finished refund as failed, once: the provider could not pay it out after all, and staff must
 * intervene. A repeated report of a failure does not concern a refund that was sent again meanwhile.
 * @returns the number of its order; null when the refund was not done
 */
export async function failFinishedRefund(
  trx: Transaction,
  { provider, outRefundNo, failedAt, now }: ChangedRefund & { failedAt: number },
): Promise<string | null> {
  const refund = await trx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['refund.id', 'refund.order_id'])
    .where('refund.out_refund_no', '=', outRefundNo)
    .where('payment.provider', '=', provider)
    .executeTakeFirst()
  if (!refund) return null
  const order = await lockOrder(trx, refund.order_id)
  const { numUpdatedRows } = await trx
    .updateTable('refund')
    .set({ state: 'failed', done_at: null })
    .where('id', '=', refund.id)
    .where('state', '=', 'done')
    .where('done_at', '<=', failedAt + PROVIDER_CLOCK_SKEW_MS)
    .where('settled_by_hand', '=', 0)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  await trx
    .updateTable('order')
    .set({ status: 'refunding' })
    .where('id', '=', order.id)
    .where('status', '=', 'refunded')
    .execute()
  await logOrder(trx, order.id, 'refund_failed', now)
  return order.order_no
}

const FIRST_RETRY_MS = 10_000
const MAX_RETRY_MS = HOUR
const MAX_TRIES = 8

/**
 * Schedules a retry with exponential backoff; after the last attempt staff must intervene. A refund that another
 * process has completed meanwhile stays so.
 * @returns whether it has failed for good
 */
export async function postponeRefund(
  trx: Transaction,
  refund: Refund,
  now: number,
): Promise<boolean> {
  const tries = refund.tries + 1
  const wait = Math.min(FIRST_RETRY_MS * 2 ** refund.tries, MAX_RETRY_MS)
  const isLast = tries >= MAX_TRIES
  const state = isLast ? 'failed' : 'requested'
  const { numUpdatedRows } = await trx
    .updateTable('refund')
    .set({ state, tries, next_try_at: isLast ? null : now + wait })
    .where('id', '=', refund.id)
    .where('state', '<>', 'done')
    .executeTakeFirst()
  const isFailed = isLast && numUpdatedRows > 0n
  if (isFailed) await logOrder(trx, refund.order_id, 'refund_failed', now)
  return isFailed
}

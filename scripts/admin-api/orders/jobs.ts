import { setImmediate } from 'node:timers/promises'
import type { ExpressionBuilder } from 'kysely'
import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'
import type { Database, Reader } from '../db/open.ts'
import { hasRows } from '../db/rows.ts'
import type { Tables } from '../db/tables.ts'
import { BusinessError } from '../errors.ts'
import { callProvider, closeLater, closeLiveAttempt, settleAttempt } from './attempts.ts'
import { cancelOrder } from './end-order.ts'
import { HOLD } from './limits.ts'
import { logOrder } from './log.ts'
import { findOrder, lockOrder } from './orders.ts'
import { findLiveAttempt, type Attempt } from './payments.ts'
import { finishRefund, listDueRefunds, postponeRefund, refundToBalance } from './refunds.ts'
import { lockStock } from './reservations.ts'

const MAX_QUERY_INTERVAL_MS = 60_000
const BATCH_SIZE = 50
/** Orders per transaction; other requests are served between transactions. */
const CANCEL_BATCH_SIZE = 200
/** Concurrent provider calls, so that one hanging provider does not delay other orders. */
const MAX_PROVIDER_CALLS = 8

const selectDue = (db: Reader, now: number) =>
  db
    .selectFrom('order')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now - HOLD.graceMs)

const hasLiveAttempt = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'order'>) =>
  exists(
    selectFrom('payment_attempt')
      .select('payment_attempt.id')
      .whereRef('payment_attempt.order_id', '=', 'order.id')
      .where('payment_attempt.state', 'in', ['created', 'submitted']),
  )

/** Cancels every due order without a live payment attempt; needs no provider call. */
async function expireUnattempted(db: Database, now: number): Promise<void> {
  const cancelBatch = () =>
    db.transaction(async (trx) => {
      // Orders locked by another transaction are being paid or cancelled, so they are skipped.
      const orders = await selectDue(trx, now)
        .selectAll()
        .where((order) => order.not(hasLiveAttempt(order)))
        .orderBy('expires_at')
        .limit(CANCEL_BATCH_SIZE)
        .forUpdate()
        .skipLocked()
        .execute()
      await lockStock(trx, orders)
      for (const order of orders) await cancelOrder(trx, order, 'timeout', now)
      return orders.length
    })
  if (!(await hasRows(selectDue(db.query, now)))) return
  while ((await cancelBatch()) > 0) await setImmediate()
}

/**
 * Cancels a due order with a live payment attempt. The provider is queried first: a payment is
 * recorded, and when the provider is down the order stays pending until the next run.
 */
async function expireAttempted(deps: Deps, id: number, now: number): Promise<void> {
  const { db } = deps
  try {
    const attempt = await findLiveAttempt(db.query, id)
    if (attempt && (await settleAttempt(deps, attempt, now))) return
    await closeLiveAttempt(deps, id, now)
    await db.transaction(async (trx) => cancelOrder(trx, await lockOrder(trx, id), 'timeout', now))
  } catch (error) {
    deps.logger.warn({ err: error }, 'expiring an order failed, retrying in the next run')
  }
}

/**
 * Cancels all orders past their deadline and grace period, without a limit: a backlog would keep
 * seats held.
 */
export async function expireOrders(deps: Deps, now: number): Promise<void> {
  const { db } = deps
  await expireUnattempted(db, now)
  const due = await selectDue(db.query, now)
    .select('id')
    .where(hasLiveAttempt)
    .orderBy('expires_at')
    .execute()
  const limit = pLimit(MAX_PROVIDER_CALLS)
  await limit.map(due, ({ id }) => expireAttempted(deps, id, now))
}

/**
 * Cancels the orders of an account past their deadline, without the grace period: its member orders again, and
 * an order that can no longer be paid must not stand in the way.
 * @returns the number of an order that is paid instead, as its provider reported; undefined for none
 */
export async function expireUserOrders(
  deps: Deps,
  userId: number,
  now: number,
): Promise<string | undefined> {
  const expired = await deps.db.query
    .selectFrom('order')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .execute()
  const ids = expired.map(({ id }) => id)
  await Promise.all(ids.map((id) => expireAttempted(deps, id, now)))
  const orders = await Promise.all(ids.map((id) => findOrder(deps.db.query, id)))
  return orders.find(({ status }) => status === 'paid')?.order_no
}

/** Queries a live attempt. One whose order was paid by an earlier attempt is closed, so that nobody pays twice. */
async function settleOrClose(deps: Deps, attempt: Attempt, now: number): Promise<void> {
  if (await settleAttempt(deps, attempt, now)) return
  const { id, status } = await findOrder(deps.db.query, attempt.order_id)
  if (status !== 'pending') await closeLiveAttempt(deps, id, now)
}

/**
 * Polls providers for attempts without a webhook yet: first after 10 s, then with backoff up to once
 * a minute (WeChat Pay recommends such a loop). Trades that could not be closed are closed once more.
 */
export async function queryPayments(deps: Deps, now: number): Promise<void> {
  const { db } = deps
  const due = await db.query
    .selectFrom('payment_attempt')
    .selectAll()
    .where('next_query_at', '<=', now)
    .orderBy('next_query_at')
    .limit(BATCH_SIZE)
    .execute()
  async function queryAttempt(attempt: Attempt): Promise<void> {
    const wait = Math.min(20_000 * 2 ** attempt.queries, MAX_QUERY_INTERVAL_MS)
    await db.transaction((trx) =>
      trx
        .updateTable('payment_attempt')
        .set({ queries: attempt.queries + 1, next_query_at: now + wait })
        .where('id', '=', attempt.id)
        // Skipped when the attempt was settled in the meantime.
        .where('next_query_at', 'is not', null)
        .execute(),
    )
    const handle = attempt.state === 'closed' ? closeLater : settleOrClose
    await handle(deps, attempt, now).catch((error: unknown) => {
      // `callProvider` logs failures of the provider.
      if (error instanceof BusinessError) return
      deps.logger.error({ err: error, order: attempt.order_id }, 'querying a payment failed')
    })
  }

  await pLimit(MAX_PROVIDER_CALLS).map(due, queryAttempt)
}

/** Interval of the queries of a refund that the provider is processing. */
const PENDING_REFUND_MS = 60_000

type DueRefund = Awaited<ReturnType<typeof listDueRefunds>>[number]

async function sendRefund(deps: Deps, refund: DueRefund, now: number): Promise<void> {
  const { db, logger } = deps
  try {
    if (refund.provider === 'balance') {
      await db.transaction((trx) => refundToBalance(trx, refund, now))
      return
    }
    const provider = deps.payments.get(refund.provider)
    if (!provider) throw new Error(`no provider ${refund.provider}`)
    const call = provider.refund({
      outTradeNo: refund.out_trade_no,
      txnId: refund.txn_id,
      outRefundNo: refund.out_refund_no,
      amountFen: refund.amount_fen,
      totalFen: refund.paid_fen,
      requestedAt: refund.at,
    })
    const state = await callProvider(deps, refund.provider, call)
    await db.transaction(async (trx) => {
      if (state === 'done') {
        await finishRefund(trx, refund, now)
      } else {
        await trx
          .updateTable('refund')
          .set({ next_try_at: now + PENDING_REFUND_MS })
          .where('id', '=', refund.id)
          .where('state', '<>', 'done')
          .execute()
      }
    })
  } catch (error) {
    const hasFailed = await db.transaction((trx) => postponeRefund(trx, refund, now))
    if (hasFailed) logger.error({ err: error, refund: refund.id }, 'refund failed')
  }
}

/** Submits due refunds to the balance or the provider of their payment. */
export async function sendRefunds(deps: Deps, now: number): Promise<void> {
  const due = await listDueRefunds(deps.db.query, now)
  await pLimit(MAX_PROVIDER_CALLS).map(due, (refund) => sendRefund(deps, refund, now))
}

/** Completes paid orders whose show or course date has ended. */
export async function completeOrders({ db }: Deps, now: number): Promise<void> {
  const selectEnded = (table: 'show' | 'course_date') =>
    db.query.selectFrom(table).select('id').where('ends_at', '<=', now)
  const ended = await db.query
    .selectFrom('order')
    .select('id')
    .where('status', '=', 'paid')
    // A join would scan all orders on SQLite; this finds those of an ended date by an index.
    .where(({ or, eb }) =>
      or([
        eb('show_id', 'in', selectEnded('show')),
        eb('course_date_id', 'in', selectEnded('course_date')),
      ]),
    )
    .orderBy('id')
    .limit(500)
    .execute()
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await db.transaction(async (trx) => {
    const completed = await trx
      .updateTable('order')
      .set({ status: 'completed' })
      .where('id', 'in', ids)
      .where('status', '=', 'paid')
      .returning('id')
      .execute()
    for (const { id } of completed) await logOrder(trx, id, 'completed', now)
  })
}

/**
 * Caps holds that were created while the system clock was ahead; they would otherwise outlast the
 * hold period. A capped order gets one full hold period from now and counts as created now.
 * @param now epoch ms
 */
export async function capHolds(db: Database, now: number): Promise<void> {
  const until = now + HOLD.ms
  // Usually there are none; checking first avoids a transaction, which would wait for others.
  const unpaid = db.query.selectFrom('order').where('status', '=', 'pending')
  if (!(await hasRows(unpaid.where('expires_at', '>', until)))) return
  await db.transaction(async (trx) => {
    const pending = trx.updateTable('order').where('status', '=', 'pending')
    const late = pending.where('expires_at', '>', until)
    await late.set({ created_at: now }).where('created_at', '>', now).execute()
    await late.set({ expires_at: until }).execute()
  })
}

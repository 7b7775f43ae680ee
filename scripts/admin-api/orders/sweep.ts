import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Deps } from '../deps.ts'
import type { Database } from '../db/open.ts'
import { all, execute } from '../db/write.ts'
import { callProvider, closeExpired, closeLiveAttempt, settleAttempt } from './cashier.ts'
import { cancelOrder } from './end-order.ts'
import { HOLD } from './limits.ts'
import { logOrder } from './log.ts'
import { findOrder } from './orders.ts'
import { findLiveAttempt } from './payments.ts'
import { finishRefund, listDueRefunds, postponeRefund, refundToBalance } from './refunds.ts'

const MAX_QUERY_INTERVAL_MS = 60_000
const BATCH = 50
/** Orders per transaction; other requests are served between transactions. */
const CANCEL_BATCH = 200
/** Concurrent provider calls, so that one hanging provider does not delay other orders. */
const MAX_PROVIDER_CALLS = 8

function selectDue(db: Database, now: number) {
  return db.query
    .selectFrom('order')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now - HOLD.graceMs)
}

const hasLiveAttempt = sql<boolean>`EXISTS (SELECT 1 FROM payment_attempt
  WHERE order_id = "order".id AND state IN ('created', 'submitted'))`

/** Cancels every due order without a live payment attempt; needs no provider call. */
async function expireUnattempted(db: Database, now: number): Promise<void> {
  const due = selectDue(db, now)
    .selectAll()
    .where(sql<boolean>`NOT ${hasLiveAttempt}`)
    .orderBy('expires_at')
    .limit(CANCEL_BATCH)
  for (;;) {
    const orders = all(db, due)
    if (orders.length === 0) return
    db.transact(() => {
      for (const order of orders) cancelOrder(db, order, 'timeout', now)
    })
    await setImmediate()
  }
}

/**
 * Cancels a due order with a live payment attempt. The provider is queried first: a payment is
 * recorded, and when the provider is down the order stays pending until the next run.
 */
async function expireAttempted(deps: Deps, id: number, now: number): Promise<void> {
  const { db } = deps
  try {
    const attempt = findLiveAttempt(db, id)
    if (attempt && (await settleAttempt(deps, attempt, now))) return
    if ((await closeLiveAttempt(deps, id, now)) === 'paid') return
    db.transact(() => cancelOrder(db, findOrder(db, id), 'timeout', now))
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
  const due = selectDue(db, now).select('id').where(hasLiveAttempt).orderBy('expires_at')
  const limit = pLimit(MAX_PROVIDER_CALLS)
  await limit.map(all(db, due), ({ id }) => expireAttempted(deps, id, now))
}

/**
 * Polls providers for attempts without a webhook yet: first after 10 s, then with backoff up to once
 * a minute (WeChat Pay recommends such a loop). Trades that could not be closed are closed once more.
 */
export async function queryPayments(deps: Deps, now: number): Promise<void> {
  const { db } = deps
  const due = db.query
    .selectFrom('payment_attempt')
    .selectAll()
    .where('next_query_at', '<=', now)
    .orderBy('next_query_at')
    .limit(BATCH)
  for (const attempt of all(db, due)) {
    const wait = Math.min(20_000 * 2 ** attempt.queries, MAX_QUERY_INTERVAL_MS)
    execute(
      db,
      'UPDATE payment_attempt SET queries = queries + 1, next_query_at = ? WHERE id = ?',
      now + wait,
      attempt.id,
    )
    const handle = attempt.state === 'closed' ? closeExpired : settleAttempt
    await handle(deps, attempt, now).catch(() => undefined)
  }
}

/** Submits due refunds to the balance or the provider of their payment. */
export async function sendRefunds(deps: Deps, now: number): Promise<void> {
  const { db, logger } = deps
  for (const refund of listDueRefunds(db, now)) {
    if (refund.provider === 'balance') {
      db.transact(() => refundToBalance(db, refund, now))
      continue
    }
    const provider = deps.payments.get(refund.provider)
    try {
      if (!provider) throw new Error(`no provider ${refund.provider}`)
      const call = provider.refund({
        outTradeNo: refund.out_trade_no,
        txnId: refund.txn_id,
        outRefundNo: refund.out_refund_no,
        amountFen: refund.amount_fen,
        totalFen: refund.paid_fen,
      })
      const state = await callProvider(deps, refund.provider, call)
      if (state === 'done') db.transact(() => finishRefund(db, refund, now))
      else execute(db, 'UPDATE refund SET next_try_at = ? WHERE id = ?', now + 60_000, refund.id)
    } catch (error) {
      const outcome = db.transact(() => postponeRefund(db, refund, now))
      if (outcome === 'failed') logger.error({ err: error, refund: refund.id }, 'refund failed')
    }
  }
}

/** Completes paid orders whose show or course date has ended. */
export function completeOrders({ db }: Deps, now: number): void {
  const over = db.query
    .selectFrom('order')
    .leftJoin('show', 'show.id', 'order.show_id')
    .leftJoin('course_date', 'course_date.id', 'order.course_date_id')
    .select('order.id')
    .where('order.status', '=', 'paid')
    .where((where) =>
      where.or([where('show.ends_at', '<=', now), where('course_date.ends_at', '<=', now)]),
    )
    .limit(500)
  db.transact(() => {
    for (const { id } of all(db, over)) {
      execute(db, `UPDATE "order" SET status = 'completed' WHERE id = ? AND status = 'paid'`, id)
      logOrder(db, id, 'completed', now)
    }
  })
}

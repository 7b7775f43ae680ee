import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Deps } from '../app.ts'
import type { Database } from '../db/open.ts'
import { all, execute } from '../db/write.ts'
import { askProvider, closeLiveAttempt, settleAttempt } from './cashier.ts'
import { cancelOrder } from './end-order.ts'
import { HOLD } from './limits.ts'
import { logOrder } from './log.ts'
import { findOrder } from './orders.ts'
import { findLiveAttempt } from './payments.ts'
import { finishRefund, listDueRefunds, postponeRefund, refundToBalance } from './refunds.ts'

const LONGEST_QUERY_MS = 60_000
const BATCH = 50
/** Orders that one transaction cancels: requests of others are answered in between. */
const CANCELLED_AT_ONCE = 200
/** Providers answer in parallel: one that hangs delays its own orders alone. */
const PROVIDER_CALLS_AT_ONCE = 8

function selectDue(db: Database, now: number) {
  return db.query
    .selectFrom('order')
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now - HOLD.graceMs)
}

const hasLiveAttempt = sql<boolean>`EXISTS (SELECT 1 FROM payment_attempt
  WHERE order_id = "order".id AND state IN ('created', 'submitted'))`

/** Cancels every due order that nobody is paying. Nothing waits for a provider. */
async function expireUnattempted(db: Database, now: number): Promise<void> {
  const due = selectDue(db, now)
    .selectAll()
    .where(sql<boolean>`NOT ${hasLiveAttempt}`)
    .orderBy('expires_at')
    .limit(CANCELLED_AT_ONCE)
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
 * Cancels a due order that somebody may be paying. The provider is queried first: money that is on its
 * way is honoured, and when the provider is down the order waits for the next round.
 */
async function expireAttempted(deps: Deps, id: number, now: number): Promise<void> {
  const { db } = deps
  try {
    const attempt = findLiveAttempt(db, id)
    if (attempt && (await settleAttempt(deps, attempt, now))) return
    if ((await closeLiveAttempt(deps, id, now)) === 'paid') return
    db.transact(() => cancelOrder(db, findOrder(db, id), 'timeout', now))
  } catch (error) {
    deps.logger.warn({ err: error }, 'an order could not be ended yet')
  }
}

/**
 * Cancels all orders whose time and grace are over, however many there are, so that one buyer's orders
 * never keep another's seats held.
 */
export async function expireOrders(deps: Deps, now: number): Promise<void> {
  const { db } = deps
  await expireUnattempted(db, now)
  const due = selectDue(db, now).select('id').where(hasLiveAttempt).orderBy('expires_at')
  const limit = pLimit(PROVIDER_CALLS_AT_ONCE)
  await limit.map(all(db, due), ({ id }) => expireAttempted(deps, id, now))
}

/**
 * Asks providers about payments under way whose notification has not come: after 10, 20, 40 and
 * 80 s, then each minute (WeChat Pay asks for such a loop).
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
    const wait = Math.min(20_000 * 2 ** attempt.queries, LONGEST_QUERY_MS)
    execute(
      db,
      'UPDATE payment_attempt SET queries = queries + 1, next_query_at = ? WHERE id = ?',
      now + wait,
      attempt.id,
    )
    await settleAttempt(deps, attempt, now).catch(() => undefined)
  }
}

/** Gives money back where it came from, until it is done. */
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
      const asked = provider.refund({
        outTradeNo: refund.out_trade_no,
        outRefundNo: refund.out_refund_no,
        amountFen: refund.amount_fen,
        totalFen: refund.paid_fen,
      })
      const state = await askProvider(deps, refund.provider, asked)
      if (state === 'done') db.transact(() => finishRefund(db, refund, now))
      else execute(db, 'UPDATE refund SET next_try_at = ? WHERE id = ?', now + 60_000, refund.id)
    } catch (error) {
      const outcome = db.transact(() => postponeRefund(db, refund, now))
      if (outcome === 'failed') logger.error({ err: error, refund: refund.id }, 'a refund failed')
    }
  }
}

/** Closes the books of orders whose show or course time is over, or whose tickets were all used. */
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

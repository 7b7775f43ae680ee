import type { Deps } from '../deps.ts'
import { BusinessError } from '../errors.ts'
import { findAttempt, findLiveAttempt, type Attempt } from './payments.ts'
import { receivePayment, type PaymentOutcome, type ReceivedPayment } from './receive-payment.ts'
import { warnOfExchangedInvoice } from './invoices.ts'

// The state of payment attempts at their providers: queries, payments and closing.

/** Timeout of a provider call. */
const PROVIDER_TIMEOUT_MS = 5000
export const FIRST_QUERY_DELAY_MS = 10_000
/** Delay after the expiry of an unopened payment before it is closed again: until then it can be opened. */
const UNOPENED_CLOSE_MS = 60_000

/** Awaits a provider call with a timeout. @throws BusinessError 500106 when it fails or hangs */
export async function callProvider<T>(deps: Deps, name: string, call: Promise<T>): Promise<T> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => deadline.reject(new Error('provider timed out')),
    PROVIDER_TIMEOUT_MS,
  )
  try {
    return await Promise.race([call, deadline.promise])
  } catch (error) {
    deps.logger.warn({ err: error, provider: name }, 'payment provider call failed')
    throw new BusinessError(500106)
  } finally {
    clearTimeout(timer)
  }
}

/** Records a payment; if it pays an exchange, warns staff of an invoice that must be reversed. */
export async function recordPayment(
  deps: Pick<Deps, 'db' | 'logger'>,
  received: ReceivedPayment,
): Promise<PaymentOutcome> {
  const outcome = await deps.db.transaction((trx) => receivePayment(trx, received))
  if (outcome !== 'paid' && outcome !== 'paid_late') return outcome
  const attempt = await findAttempt(deps.db.query, received.outTradeNo)
  if (attempt) await warnOfExchangedInvoice(deps, attempt.order_id)
  return outcome
}

/** Queries the provider for an attempt and records a payment. @returns whether it was paid */
export async function settleAttempt(deps: Deps, attempt: Attempt, now: number): Promise<boolean> {
  const provider = deps.payments.get(attempt.provider)
  if (!provider) return false
  const { out_trade_no: outTradeNo } = attempt
  const trade = await callProvider(deps, attempt.provider, provider.query(outTradeNo))
  if (trade.state !== 'paid') return false
  const { txnId, amountFen } = trade
  const { provider: name, order_id: order } = attempt
  const payment = { provider: name, txnId, outTradeNo, amountFen, isConfirmed: true, now }
  const outcome = await recordPayment(deps, payment)
  if (outcome === 'wrong_amount') {
    deps.logger.error({ provider: name, order, amountFen }, 'payment of another amount refunded')
  }
  return true
}

type AttemptChanges = Partial<Pick<Attempt, 'state' | 'address' | 'next_query_at'>>

/**
 * Changes an attempt.
 * @param states only if it is in one of these states
 * @returns false if it is not
 */
export async function updateAttempt(
  { db }: Deps,
  { id }: Attempt,
  changes: AttemptChanges,
  states?: readonly Attempt['state'][],
): Promise<boolean> {
  const { numUpdatedRows } = await db.transaction((trx) =>
    trx
      .updateTable('payment_attempt')
      .set(changes)
      .where('id', '=', id)
      .$call((update) => (states === undefined ? update : update.where('state', 'in', states)))
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** Closes an attempt at its provider. A payment that arrived first is recorded. */
async function closeTrade(deps: Deps, attempt: Attempt, now: number) {
  const { provider: name, out_trade_no: outTradeNo } = attempt
  const provider = deps.payments.get(name)
  if (!provider) return 'closed'
  const outcome = await callProvider(deps, name, provider.close(outTradeNo))
  return outcome === 'paid' && !(await settleAttempt(deps, attempt, now)) ? 'closed' : outcome
}

/** When to close a trade again: one that was not opened can be opened until it expires. */
function planClosing({ expires_at: expiresAt }: Attempt, outcome: string, now: number) {
  const at = expiresAt + UNOPENED_CLOSE_MS
  return outcome === 'unopened' && now < at ? at : null
}

/**
 * Closes the live attempt of an order at its provider. A payment that arrives first is recorded, and pays or ends
 * the order.
 */
export async function closeLiveAttempt(deps: Deps, orderId: number, now: number): Promise<void> {
  const attempt = await findLiveAttempt(deps.db.query, orderId)
  if (!attempt) return
  // A trade that is being created is closed by the request that creates it.
  const outcome = attempt.state === 'submitted' ? await closeTrade(deps, attempt, now) : 'closed'
  if (outcome === 'paid') return
  const changes = { state: 'closed', next_query_at: planClosing(attempt, outcome, now) } as const
  await updateAttempt(deps, attempt, changes, ['created', 'submitted'])
}

/** Closes the trade of a closed attempt that was not closed at its provider, or could not be. */
export async function closeLater(deps: Deps, attempt: Attempt, now: number): Promise<void> {
  const outcome = await closeTrade(deps, attempt, now)
  await updateAttempt(deps, attempt, { next_query_at: planClosing(attempt, outcome, now) })
}

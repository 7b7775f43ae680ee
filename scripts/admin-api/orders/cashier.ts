import type { PayMethod } from '#api/order.ts'
import type { Locale } from '#api/language.ts'
import { href } from '#routes.ts'
import type { Client } from '../client.ts'
import type { Deps } from '../deps.ts'
import type { Transaction } from '../db/open.ts'
import { BusinessError, RequestError } from '../errors.ts'
import type { PaymentProvider } from '../providers/payment/payment.ts'
import { moveBalance } from './ledger.ts'
import { getOrderKind } from './order-kinds.ts'
import { lockOrder, type OrderRow } from './orders.ts'
import {
  findLiveAttempt,
  openAttempt,
  settleInternally,
  receivePayment,
  type Attempt,
} from './payments.ts'

/** Timeout of a provider call (anchors: reliability A14). */
const PROVIDER_TIMEOUT_MS = 5000
const FIRST_QUERY_DELAY_MS = 10_000
/** A payment attempt expires at the provider before the order does, so that no money arrives late. */
const MARGIN_MS = 30_000
const MIN_ATTEMPT_MS = 60_000

export interface PaymentRequest {
  order: OrderRow
  channel: 'native' | 'h5'
  method: PayMethod
  client: Pick<Client, 'origin' | 'address'>
  description: string
  lang: Locale
  now: number
}

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

/** @throws RequestError bad_request for a payment method that is not configured */
function findProvider({ payments }: Deps, name: string): PaymentProvider {
  const provider = payments.get(name)
  if (!provider) throw new RequestError('bad_request', `method: ${name}`)
  return provider
}

/** @throws BusinessError 500107 paid, 500103 ended */
function requirePayable(order: OrderRow, now: number): void {
  if (['paid', 'completed', 'refunding', 'refunded'].includes(order.status)) {
    throw new BusinessError(500107)
  }
  if (order.status !== 'pending' || now >= order.expires_at) throw new BusinessError(500103)
}

/** Queries the provider for an attempt and records a payment. @returns whether it was paid */
export async function settleAttempt(deps: Deps, attempt: Attempt, now: number): Promise<boolean> {
  const provider = deps.payments.get(attempt.provider)
  if (!provider) return false
  const { out_trade_no: outTradeNo } = attempt
  const trade = await callProvider(deps, attempt.provider, provider.query(outTradeNo))
  if (trade.state !== 'paid') return false
  const { txnId, amountFen } = trade
  const received = { provider: attempt.provider, txnId, outTradeNo, amountFen, now }
  await deps.db.transaction((trx) => receivePayment(trx, received))
  return true
}

/**
 * Closes the live attempt of an order at its provider. A payment that arrives first is recorded.
 * @returns `paid` when the provider had received the payment already
 */
export async function closeLiveAttempt(deps: Deps, orderId: number, now: number) {
  const attempt = await findLiveAttempt(deps.db.query, orderId)
  if (!attempt) return 'closed'
  const provider = deps.payments.get(attempt.provider)
  if (provider && attempt.state === 'submitted') {
    const closing = provider.close(attempt.out_trade_no)
    const outcome = await callProvider(deps, attempt.provider, closing)
    if (outcome === 'paid' && (await settleAttempt(deps, attempt, now))) return 'paid'
  }
  await deps.db.transaction((trx) => markClosed(trx, attempt.id))
  return 'closed'
}

async function markClosed(trx: Transaction, attemptId: number): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({ state: 'closed', next_query_at: null })
    .where('id', '=', attemptId)
    .where('state', 'in', ['created', 'submitted'])
    .execute()
}

/** Pays the whole order from the balance. @throws BusinessError 500113 insufficient balance */
export async function payByBalance(deps: Deps, order: OrderRow, now: number): Promise<void> {
  requirePayable(order, now)
  if (!getOrderKind(order).acceptsBalance) throw new RequestError('bad_request', 'method: balance')
  if ((await closeLiveAttempt(deps, order.id, now)) === 'paid') throw new BusinessError(500107)
  await deps.db.transaction(async (trx) => {
    const current = await lockOrder(trx, order.id)
    requirePayable(current, now)
    const entry = { userId: order.user_id, orderId: order.id, reason: 'order', now }
    await moveBalance(trx, -current.payable_fen, entry)
    await settleInternally(trx, current, 'balance', now)
  })
}

/** A repeated click on "pay" reuses the live attempt; another payment method replaces it. */
async function findReusable(
  deps: Deps,
  { order, channel, method, now }: PaymentRequest,
): Promise<Attempt | undefined> {
  const live = await findLiveAttempt(deps.db.query, order.id)
  const isSame = live?.channel === channel && live.provider === method && live.address !== null
  return isSame && now < live.expires_at ? live : undefined
}

async function markFailed(trx: Transaction, attemptId: number): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({ state: 'failed' })
    .where('id', '=', attemptId)
    .where('state', '=', 'created')
    .execute()
}

async function markSubmitted(
  trx: Transaction,
  attemptId: number,
  { address, firstQueryAt }: { address: string; firstQueryAt: number },
): Promise<void> {
  await trx
    .updateTable('payment_attempt')
    .set({ state: 'submitted', address, next_query_at: firstQueryAt })
    .where('id', '=', attemptId)
    .where('state', '=', 'created')
    .execute()
}

async function submitAttempt(deps: Deps, request: PaymentRequest): Promise<Attempt> {
  const { db } = deps
  const { order, channel, method, now } = request
  const provider = findProvider(deps, method)
  if ((await closeLiveAttempt(deps, order.id, now)) === 'paid') throw new BusinessError(500107)
  const expiresAt = Math.max(order.expires_at - MARGIN_MS, now + MIN_ATTEMPT_MS)
  // Stored before the provider call, so that a crash leaves a record of the request.
  const attempt = await db.transaction(async (trx) => {
    requirePayable(await lockOrder(trx, order.id), now)
    // Another click has opened an attempt since; its provider call is under way.
    if (await findLiveAttempt(trx, order.id)) throw new BusinessError(500106)
    return openAttempt(trx, { order, provider: method, channel, expiresAt, now })
  })
  const trade = {
    outTradeNo: attempt.out_trade_no,
    amountFen: attempt.amount_fen,
    description: request.description,
    expiresAt,
    origin: request.client.origin,
    returnUrl: new URL(
      href('/pay/pay', request.lang, { id: order.order_no }),
      request.client.origin,
    ).href,
    clientAddress: request.client.address,
  }
  const call = channel === 'native' ? provider.createNative(trade) : provider.createH5(trade)
  const address = await callProvider(deps, method, call).catch(async (error: unknown) => {
    await db.transaction((trx) => markFailed(trx, attempt.id))
    throw error
  })
  const firstQueryAt = now + FIRST_QUERY_DELAY_MS
  await db.transaction((trx) => markSubmitted(trx, attempt.id, { address, firstQueryAt }))
  return { ...attempt, state: 'submitted', address }
}

/**
 * Opens a payment of an order at a provider, or returns the live one.
 * @returns the URL for the payer, and its expiry
 * @throws BusinessError 500103 ended, 500106 provider busy, 500107 paid
 */
export async function openPayment(deps: Deps, request: PaymentRequest) {
  requirePayable(request.order, request.now)
  const attempt = (await findReusable(deps, request)) ?? (await submitAttempt(deps, request))
  return { address: attempt.address ?? '', expiresAt: attempt.expires_at }
}

import type { PayMethod } from '#api/order.ts'
import type { Deps } from '../app.ts'
import { execute } from '../db/write.ts'
import { BusinessError, RequestError } from '../errors.ts'
import type { PaymentProvider } from '../providers/payment/payment.ts'
import { moveBalance } from './ledger.ts'
import { findOrder, type OrderRow } from './orders.ts'
import {
  findLiveAttempt,
  openAttempt,
  payInside,
  receivePayment,
  type Attempt,
} from './payments.ts'

/** Longest wait for a provider (anchors: reliability A14). */
const PROVIDER_TIMEOUT_MS = 5000
const FIRST_QUERY_MS = 10_000
/** The provider stops before we do, so that no money comes to an order that has just ended. */
const MARGIN_MS = 30_000
const SHORTEST_MS = 60_000

/** Who pays what, and how. */
export interface Payer {
  order: OrderRow
  channel: 'native' | 'h5'
  method: PayMethod
  origin: string
  description: string
  now: number
}

/** Runs a call to a provider with a deadline. @throws BusinessError 500106 when it fails or hangs */
export async function askProvider<T>(deps: Deps, name: string, call: Promise<T>): Promise<T> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => deadline.reject(new Error('no answer in time')),
    PROVIDER_TIMEOUT_MS,
  )
  try {
    return await Promise.race([call, deadline.promise])
  } catch (error) {
    deps.logger.warn({ err: error, provider: name }, 'a payment provider failed')
    throw new BusinessError(500106)
  } finally {
    clearTimeout(timer)
  }
}

/** @throws RequestError bad_request for a method that is not on offer here */
export function findProvider({ payments }: Deps, name: string): PaymentProvider {
  const provider = payments.get(name)
  if (!provider) throw new RequestError('bad_request', `method: ${name}`)
  return provider
}

/** @throws BusinessError 500107 paid, 500103 ended */
export function requirePayable(order: OrderRow, now: number): void {
  if (['paid', 'completed', 'refunding', 'refunded'].includes(order.status)) {
    throw new BusinessError(500107)
  }
  if (order.status !== 'pending' || now >= order.expires_at) throw new BusinessError(500103)
}

/** Asks the provider of an attempt how it stands, and books what arrived. @returns whether it did */
export async function settleAttempt(deps: Deps, attempt: Attempt, now: number): Promise<boolean> {
  const provider = deps.payments.get(attempt.provider)
  if (!provider) return false
  const { out_trade_no: outTradeNo } = attempt
  const trade = await askProvider(deps, attempt.provider, provider.query(outTradeNo))
  if (trade.state !== 'paid') return false
  const { txnId, amountFen } = trade
  const received = { provider: attempt.provider, txnId, outTradeNo, amountFen, now }
  deps.db.transact(() => receivePayment(deps.db, received))
  return true
}

/**
 * Closes the live attempt of an order at its provider. Paid in that very moment counts as paid.
 * @returns `paid` when money had come
 */
export async function closeLiveAttempt(deps: Deps, orderId: number, now: number) {
  const attempt = findLiveAttempt(deps.db, orderId)
  if (!attempt) return 'closed'
  const provider = deps.payments.get(attempt.provider)
  if (provider && attempt.state === 'submitted') {
    const closing = provider.close(attempt.out_trade_no)
    const outcome = await askProvider(deps, attempt.provider, closing)
    if (outcome === 'paid' && (await settleAttempt(deps, attempt, now))) return 'paid'
  }
  const sql = `UPDATE payment_attempt SET state = 'closed', next_query_at = NULL
    WHERE id = ? AND state IN ('created', 'submitted')`
  execute(deps.db, sql, attempt.id)
  return 'closed'
}

/** Pays from the balance, at once and as a whole. @throws BusinessError 500113 too little on it */
export async function payByBalance(deps: Deps, order: OrderRow, now: number): Promise<void> {
  requirePayable(order, now)
  if (order.type === 'recharge') throw new RequestError('bad_request', 'method: balance')
  if ((await closeLiveAttempt(deps, order.id, now)) === 'paid') throw new BusinessError(500107)
  const { db } = deps
  db.transact(() => {
    const current = findOrder(db, order.id)
    requirePayable(current, now)
    const entry = { userId: order.user_id, orderId: order.id, reason: 'order', now }
    moveBalance(db, -current.payable_fen, entry)
    payInside(db, current, 'balance', now)
  })
}

/** Two clicks on "pay" get the same code; another way to pay ends the one before. */
function findReusable(deps: Deps, { order, channel, method, now }: Payer): Attempt | undefined {
  const live = findLiveAttempt(deps.db, order.id)
  const isSame = live?.channel === channel && live.provider === method && live.address !== null
  return isSame && now < live.expires_at ? live : undefined
}

async function submitAttempt(deps: Deps, payer: Payer): Promise<Attempt> {
  const { db } = deps
  const { order, channel, method, now } = payer
  const provider = findProvider(deps, method)
  if ((await closeLiveAttempt(deps, order.id, now)) === 'paid') throw new BusinessError(500107)
  const expiresAt = Math.max(order.expires_at - MARGIN_MS, now + SHORTEST_MS)
  // Written down before the provider is asked: whatever happens, we know what we asked for.
  const attempt = db.transact(() => {
    requirePayable(findOrder(db, order.id), now)
    return openAttempt(db, { order, provider: method, channel, expiresAt, now })
  })
  const trade = {
    outTradeNo: attempt.out_trade_no,
    amountFen: attempt.amount_fen,
    description: payer.description,
    expiresAt,
    origin: payer.origin,
  }
  const asked = channel === 'native' ? provider.createNative(trade) : provider.createH5(trade)
  const address = await askProvider(deps, method, asked).catch((error: unknown) => {
    execute(db, "UPDATE payment_attempt SET state = 'failed' WHERE id = ?", attempt.id)
    throw error
  })
  execute(
    db,
    `UPDATE payment_attempt SET state = 'submitted', address = ?, next_query_at = ?
     WHERE id = ? AND state = 'created'`,
    address,
    now + FIRST_QUERY_MS,
    attempt.id,
  )
  return { ...attempt, state: 'submitted', address }
}

/**
 * Opens the way to pay an order with a provider.
 * @returns the address that the payer opens, and until when it is good
 * @throws BusinessError 500103 ended, 500106 provider busy, 500107 paid
 */
export async function openPayment(deps: Deps, payer: Payer) {
  requirePayable(payer.order, payer.now)
  const attempt = findReusable(deps, payer) ?? (await submitAttempt(deps, payer))
  return { address: attempt.address ?? '', expiresAt: attempt.expires_at }
}

import type { PayMethod } from '#api/pay-methods.ts'
import type { Locale } from '#api/language.ts'
import { href } from '#routes.ts'
import type { Client } from '../client.ts'
import type { Transaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { BusinessError, RequestError } from '../errors.ts'
import type { InAppPayment, PaymentProvider, Trade } from '../providers/payment/payment.ts'
import { formatTime } from '../venue-time.ts'
import {
  callProvider,
  closeLater,
  closeLiveAttempt,
  FIRST_QUERY_DELAY_MS,
  updateAttempt,
} from './attempts.ts'
import { describePayment } from './describe.ts'
import { moveBalance } from './ledger.ts'
import { getOrderKind } from './order-kinds.ts'
import { findOrder, lockOrder, requirePayable, type OrderRow } from './orders.ts'
import { findLiveAttempt, openAttempt, type Attempt } from './payments.ts'
import { settleInternally } from './receive-payment.ts'
import { warnOfExchangedInvoice } from './invoices.ts'

/** A payment attempt expires at the provider before the order does, so that no money arrives late. */
const MARGIN_MS = 30_000
const MIN_ATTEMPT_MS = 60_000

/** Payment with another device (`native`, by QR code) or on this one; in the provider's app by an identified payer. */
type PaymentFlow = { channel: 'native'; payer: null } | { channel: 'h5'; payer: string | null }

interface PaymentRequest {
  order: OrderRow
  flow: PaymentFlow
  method: PayMethod
  client: Pick<Client, 'origin' | 'address'>
  lang: Locale
  now: number
}

/** @throws RequestError bad_request for a payment method that is not configured */
function findProvider({ payments }: Deps, name: string): PaymentProvider {
  const provider = payments.get(name)
  if (!provider) throw new RequestError('bad_request', `method: ${name}`)
  return provider
}

/**
 * The in-app payment of a provider.
 * @throws RequestError bad_request for a method without one
 */
export function findInApp(deps: Deps, name: string): InAppPayment {
  const { inApp } = findProvider(deps, name)
  if (!inApp) throw new RequestError('bad_request', `method: ${name} is not offered in its app`)
  return inApp
}

/** @throws BusinessError 500106 if another click has opened an attempt since the live one was closed */
async function requireNoAttempt(trx: Transaction, orderId: number): Promise<void> {
  if (await findLiveAttempt(trx, orderId)) throw new BusinessError(500106)
}

/**
 * Pays the whole order from the balance.
 * @throws BusinessError 500103 ended, 500106 another payment is opened, 500107 paid, 500113 insufficient balance
 */
export async function payByBalance(deps: Deps, order: OrderRow, now: number): Promise<void> {
  requirePayable(order, now)
  if (!getOrderKind(order).acceptsBalance) throw new RequestError('bad_request', 'method: balance')
  await closeLiveAttempt(deps, order.id, now)
  const outcome = await deps.db.transaction(async (trx) => {
    const current = await lockOrder(trx, order.id)
    requirePayable(current, now)
    await requireNoAttempt(trx, order.id)
    const entry = { userId: order.user_id, orderId: order.id, reason: 'order', now }
    await moveBalance(trx, -current.payable_fen, entry)
    return settleInternally(trx, current, 'balance', now)
  })
  if (outcome !== 'paid') throw new BusinessError(500103)
  await warnOfExchangedInvoice(deps, order.id)
}

/** The live attempt if it has the same method, flow and payer, so that repeated clicks on "pay" reuse it. */
async function findReusable(
  deps: Deps,
  { order, flow, method, now }: PaymentRequest,
): Promise<Attempt | undefined> {
  const live = await findLiveAttempt(deps.db.query, order.id)
  if (live === undefined || live.address === null || now >= live.expires_at) return undefined
  const { channel, payer } = flow
  const isSame = live.channel === channel && live.payer === payer && live.provider === method
  return isSame ? live : undefined
}

/** Opens a trade at a provider. @returns URL, QR code text or prepay id for the payer */
function createTrade(deps: Deps, { method, flow }: PaymentRequest, trade: Trade): Promise<string> {
  if (flow.payer !== null) return findInApp(deps, method).create(trade, flow.payer)
  const provider = findProvider(deps, method)
  return flow.channel === 'native' ? provider.createNative(trade) : provider.createH5(trade)
}

async function submitAttempt(deps: Deps, request: PaymentRequest): Promise<Attempt> {
  const { db } = deps
  const { order, method, now } = request
  findProvider(deps, method)
  await closeLiveAttempt(deps, order.id, now)
  const expiresAt = Math.max(order.expires_at - MARGIN_MS, now + MIN_ATTEMPT_MS)
  const description = await describePayment(db.query, order, request)
  // Stored before the provider call, so that a crash leaves a record of the request.
  const attempt = await db.transaction(async (trx) => {
    requirePayable(await lockOrder(trx, order.id), now)
    await requireNoAttempt(trx, order.id)
    return openAttempt(trx, { order, provider: method, ...request.flow, expiresAt, now })
  })
  const trade = {
    outTradeNo: attempt.out_trade_no,
    amountFen: attempt.amount_fen,
    description,
    expiresAt,
    origin: request.client.origin,
    returnUrl: new URL(
      href('/pay/pay', request.lang, { id: order.order_no }),
      request.client.origin,
    ).href,
    clientAddress: request.client.address,
  }
  const call = createTrade(deps, request, trade)
  const address = await callProvider(deps, method, call).catch(async (error: unknown) => {
    await updateAttempt(deps, attempt, { state: 'failed' }, ['created'])
    throw error
  })
  const submitted = { state: 'submitted', address } as const
  const changes = { ...submitted, next_query_at: now + FIRST_QUERY_DELAY_MS }
  if (await updateAttempt(deps, attempt, changes, ['created'])) return { ...attempt, ...submitted }
  // The order was cancelled or paid, or its payment was opened again: the payer must not get two trades. A failed
  // call is repeated by a job.
  await updateAttempt(deps, attempt, { next_query_at: changes.next_query_at })
  await closeLater(deps, attempt, now)
  requirePayable(await findOrder(db.query, order.id), now)
  throw new BusinessError(500106)
}

/**
 * Opens a payment of an order at a provider, or returns the live one.
 * @returns URL, QR code text or prepay id for the payer, and its expiry
 * @throws BusinessError 500103 ended, 500106 provider busy, 500107 paid
 */
export async function openPayment(deps: Deps, request: PaymentRequest) {
  requirePayable(request.order, request.now)
  const attempt = (await findReusable(deps, request)) ?? (await submitAttempt(deps, request))
  const expires_at = formatTime(attempt.expires_at)
  return {
    address: attempt.address ?? '',
    times: { expires_at, server_time: formatTime(request.now) },
  }
}

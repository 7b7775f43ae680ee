import type { IncomingHttpHeaders } from 'node:http'
import { Stripe } from 'stripe'
import * as v from 'valibot'
import { WebhookError, type Webhook } from '../payment.ts'
import type { StripeConfig } from './settings.ts'

/** Maximum age of an event; each delivery attempt is signed with its own timestamp. */
const TOLERANCE_S = 5 * 60

/** All prices are in fen. */
export const CURRENCY = 'cny'

/** A Checkout Session created by this site (docs.stripe.com/api/checkout/sessions/object). */
export const SessionSchema = v.object({
  id: v.string(),
  status: v.picklist(['open', 'complete', 'expired']),
  payment_status: v.picklist(['paid', 'unpaid', 'no_payment_required']),
  payment_intent: v.nullable(v.pipe(v.string(), v.minLength(1))),
  amount_total: v.pipe(v.number(), v.integer(), v.minValue(0)),
  currency: v.string(),
  metadata: v.object({ out_trade_no: v.pipe(v.string(), v.maxLength(32)) }),
})

const RefundSchema = v.object({
  status: v.nullish(v.string()),
  metadata: v.object({ out_refund_no: v.string() }),
})
const DisputeSchema = v.object({
  payment_intent: v.string(),
  amount: v.number(),
  reason: v.string(),
  status: v.string(),
})

function verifySignature(
  body: string,
  header: string,
  { webhookSecrets, now }: Pick<StripeConfig, 'webhookSecrets'> & { now: number },
): Stripe.Event {
  for (const secret of webhookSecrets) {
    try {
      return Stripe.webhooks.constructEvent(body, header, secret, TOLERANCE_S, undefined, now)
    } catch (error) {
      // Only signature errors may succeed with another secret.
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) {
        throw new WebhookError('invalid JSON')
      }
    }
  }
  throw new WebhookError('wrong signature or timestamp')
}

/** Refuses timestamps in the future: Stripe's library checks only old ones. */
function refuseFuture(header: string, now: number): void {
  const seconds = Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(header)?.[1])
  if (!(seconds * 1000 <= now + TOLERANCE_S * 1000))
    throw new WebhookError('timestamp out of range')
}

function readPayment(content: unknown): Webhook | null {
  const session = v.safeParse(SessionSchema, content)
  // Sessions of other sales of the account have no trade number.
  if (!session.success) return null
  const { payment_status, payment_intent, amount_total, currency, metadata } = session.output
  if (payment_status !== 'paid' || payment_intent === null) return null
  if (currency !== CURRENCY) throw new WebhookError('different currency')
  return {
    kind: 'payment',
    outTradeNo: metadata.out_trade_no,
    txnId: payment_intent,
    amountFen: amount_total,
  }
}

function readRefund({ data, created }: Stripe.Event): Webhook | null {
  const { success, output } = v.safeParse(RefundSchema, data.object)
  if (!success) return null
  // A bank may return a refund weeks after it succeeded (docs.stripe.com/refunds#failed-refunds).
  const hasFailed = output.status === 'failed' || output.status === 'canceled'
  return {
    kind: 'refund',
    outRefundNo: output.metadata.out_refund_no,
    failedAt: hasFailed ? created * 1000 : null,
  }
}

function readDispute(content: unknown): Webhook | null {
  const { success, output } = v.safeParse(DisputeSchema, content)
  if (!success) return null
  const { payment_intent: txnId, amount: amountFen, reason, status } = output
  return { kind: 'dispute', txnId, amountFen, reason, status }
}

/**
 * Verifies a Stripe event (docs.stripe.com/webhooks): the signature over the raw body with one of the secrets,
 * then age and mode.
 * @returns null for an event that does not affect orders
 * @throws WebhookError with the reason
 */
export function verifyEvent(
  headers: IncomingHttpHeaders,
  body: string,
  { webhookSecrets, secretKey, now }: StripeConfig & { now: number },
): Webhook | null {
  const header = String(headers['stripe-signature'] ?? '')
  const event = verifySignature(body, header, { webhookSecrets, now })
  refuseFuture(header, now)
  if (event.livemode !== secretKey.includes('_live_')) throw new WebhookError('different mode')
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return readPayment(event.data.object)
    case 'refund.updated':
    case 'refund.failed':
      return readRefund(event)
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return readDispute(event.data.object)
    default:
      return null
  }
}

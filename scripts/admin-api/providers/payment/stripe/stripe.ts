import { Stripe } from 'stripe'
import * as v from 'valibot'
import type { Database } from '../../../db/open.ts'
import { PROVIDER_CLOCK_SKEW_MS, type PaymentProvider, type Trade } from '../payment.ts'
import type { StripeConfig } from './settings.ts'
import { CURRENCY, SessionSchema, verifyEvent } from './verify-event.ts'
import { MINUTE } from '../../../../lib/durations.ts'

/** Shorter than the timeout of the caller, so that the log shows Stripe's error. */
const TIMEOUT_MS = 4500
/** Stripe sessions last at least 30 minutes; the cashier closes them at the deadline of the order. */
const MIN_SESSION_MS = 31 * MINUTE
const MAX_REFUNDS = 100
const MAX_KEYS = 20

function createClient({ secretKey, url }: StripeConfig): Stripe {
  const { protocol, hostname, port } = new URL(url)
  return new Stripe(secretKey, {
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout: TIMEOUT_MS,
    // The jobs retry calls, depending on the state of the order.
    maxNetworkRetries: 0,
    telemetry: false,
  })
}

/** Whether Stripe has repeated an earlier response to the same idempotency key. */
const isReplayed = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'

/** Whether a refund had failed before staff sent it again. Stripe makes no further attempt. */
const isFailedBefore = ({ status, created }: Stripe.Refund, requestedAt: number): boolean =>
  (status === 'failed' || status === 'canceled') &&
  created * 1000 + PROVIDER_CLOCK_SKEW_MS < requestedAt

/** The session of a trade; null if none was created. */
async function findSession(db: Database, outTradeNo: string): Promise<string | null> {
  const attempts = db.query.selectFrom('payment_attempt').select('reference')
  const attempt = await attempts.where('out_trade_no', '=', outTradeNo).executeTakeFirst()
  return attempt?.reference ?? null
}

/** Lists the refunds with a number, the newest first. */
async function listRefunds(
  stripe: Stripe,
  payment: string,
  outRefundNo: string,
): Promise<Stripe.Refund[]> {
  const { data } = await stripe.refunds.list({ payment_intent: payment, limit: MAX_REFUNDS })
  return data.filter(({ metadata }) => metadata?.['out_refund_no'] === outRefundNo)
}

/**
 * Creates a refund. For a day Stripe repeats the response to an idempotency key, also if it was an error: after
 * an error, the next key is used. Concurrent calls use the same one, so that only one of them succeeds.
 */
async function createRefund(
  stripe: Stripe,
  params: Stripe.RefundCreateParams,
  key: string,
): Promise<Stripe.Refund> {
  for (let errors = 0; ; errors += 1) {
    const idempotencyKey = errors === 0 ? key : `${key}-${errors}`
    try {
      return await stripe.refunds.create(params, { idempotencyKey })
    } catch (error) {
      if (!isReplayed(error) || errors === MAX_KEYS) throw error
    }
  }
}

/** Stripe Checkout (docs.stripe.com/payments/checkout): cards, Apple Pay and Google Pay by redirect. */
export function createStripe(
  config: StripeConfig,
  { db, now }: { db: Database; now: () => number },
): PaymentProvider {
  const stripe = createClient(config)

  async function create(trade: Trade): Promise<string> {
    const { outTradeNo, amountFen, description, expiresAt, returnUrl } = trade
    const metadata = { out_trade_no: outTradeNo }
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        adaptive_pricing: { enabled: false },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: CURRENCY,
              unit_amount: amountFen,
              product_data: { name: description },
            },
          },
        ],
        client_reference_id: outTradeNo,
        metadata,
        payment_intent_data: { metadata },
        expires_at: Math.ceil(Math.max(expiresAt, now() + MIN_SESSION_MS) / 1000),
        success_url: returnUrl,
        cancel_url: returnUrl,
      },
      { idempotencyKey: outTradeNo },
    )
    if (session.url === null) throw new Error('Stripe returned a session without a URL')
    await db.transaction((trx) =>
      trx
        .updateTable('payment_attempt')
        .set({ reference: session.id })
        .where('out_trade_no', '=', outTradeNo)
        .execute(),
    )
    return session.url
  }

  const query: PaymentProvider['query'] = async (outTradeNo) => {
    const id = await findSession(db, outTradeNo)
    if (id === null) return { state: 'unknown' }
    const session = v.parse(SessionSchema, await stripe.checkout.sessions.retrieve(id))
    const { status, payment_status, payment_intent, amount_total, currency } = session
    if (session.metadata.out_trade_no !== outTradeNo || currency !== CURRENCY) {
      throw new Error(`the session of ${outTradeNo} is for another trade or currency`)
    }
    if (payment_status === 'paid' && payment_intent !== null) {
      return { state: 'paid', txnId: payment_intent, amountFen: amount_total }
    }
    return { state: status === 'expired' ? 'closed' : 'waiting' }
  }

  return {
    createNative: create,
    createH5: create,
    query,

    async close(outTradeNo) {
      const id = await findSession(db, outTradeNo)
      if (id === null) return 'closed'
      try {
        await stripe.checkout.sessions.expire(id)
        return 'closed'
      } catch (error) {
        // Refused if the session is not open, so its state is queried.
        const isRefused = error instanceof Stripe.errors.StripeError && error.statusCode === 400
        if (!isRefused) throw error
        const { state } = await query(outTradeNo)
        if (state === 'waiting') throw error
        return state === 'paid' ? 'paid' : 'closed'
      }
    },

    async refund({ txnId, outRefundNo, amountFen, requestedAt }) {
      // Stripe keeps idempotency keys for a day only, so an existing refund is looked up by its number.
      const [latest] = await listRefunds(stripe, txnId, outRefundNo)
      const isSentAgain = latest !== undefined && isFailedBefore(latest, requestedAt)
      const params = {
        payment_intent: txnId,
        amount: amountFen,
        metadata: { out_refund_no: outRefundNo },
      }
      const key = isSentAgain ? `${outRefundNo}-${latest.id}` : outRefundNo
      const refund = latest && !isSentAgain ? latest : await createRefund(stripe, params, key)
      if (refund.status === 'succeeded') return 'done'
      if (refund.status === 'pending' || refund.status === 'requires_action') return 'processing'
      throw new Error(`Stripe did not refund ${outRefundNo}: ${refund.status}`)
    },

    async check() {
      await stripe.checkout.sessions.list({ limit: 1 })
    },

    verifyWebhook: (headers, body, at) => verifyEvent(headers, body, { ...config, now: at }),
  }
}

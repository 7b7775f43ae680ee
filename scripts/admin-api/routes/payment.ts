import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { recordPayment, updateAttempt } from '../orders/attempts.ts'
import { findAttempt, findOrderOfPayment } from '../orders/payments.ts'
import { failFinishedRefund, retryRefundNow } from '../orders/refunds.ts'
import {
  WebhookError,
  type DisputeWebhook,
  type PaymentWebhook,
  type RefundWebhook,
  type Webhook,
} from '../providers/payment/payment.ts'

async function handleDispute(
  { db, logger }: Deps,
  provider: string,
  { txnId, amountFen, reason, status }: DisputeWebhook,
): Promise<void> {
  const order = (await findOrderOfPayment(db.query, provider, txnId))?.order_no
  if (order === undefined) return
  logger.error({ provider, order, amountFen, reason, status }, 'payment disputed at the bank')
}

async function handleRefundChange(
  { db, logger }: Deps,
  provider: string,
  { outRefundNo, failedAt }: RefundWebhook,
  now: number,
): Promise<void> {
  const changed = { provider, outRefundNo, now }
  const order = await db.transaction(async (trx) => {
    await retryRefundNow(trx, changed)
    return failedAt === null ? null : failFinishedRefund(trx, { ...changed, failedAt })
  })
  if (order !== null) logger.error({ provider, order }, 'refund failed after it was completed')
}

/** Records a payment. @returns why it is refused; null if it is accepted */
async function handlePayment(
  deps: Deps,
  provider: string,
  { outTradeNo, txnId, amountFen }: PaymentWebhook,
  now: number,
) {
  const received = { provider, outTradeNo, txnId, amountFen, isConfirmed: false, now }
  const outcome = await recordPayment(deps, received)
  deps.logger.info({ provider, outcome }, 'payment webhook received')
  if (outcome !== 'unknown' && outcome !== 'wrong_amount') return null
  const attempt = await findAttempt(deps.db.query, outTradeNo)
  deps.logger.error({ provider, outcome, order: attempt?.order_id }, 'payment matches no order')
  // Live attempts are queried regularly anyway.
  if (attempt) await updateAttempt(deps, attempt, { next_query_at: now }, ['closed'])
  return outcome
}

/** Handles a verified webhook. @returns why it is refused; null if it is accepted */
async function handleWebhook(deps: Deps, provider: string, webhook: Webhook, now: number) {
  switch (webhook.kind) {
    case 'payment':
      return handlePayment(deps, provider, webhook, now)
    case 'refund':
      await handleRefundChange(deps, provider, webhook, now)
      return null
    case 'dispute':
      await handleDispute(deps, provider, webhook)
      return null
  }
}

/**
 * Webhooks of payment providers. Responses follow the provider's protocol, not the contract: 204 or the
 * provider's receipt when accepted, else `{ code, message }`; the provider retries until accepted.
 */
export function mountPaymentWebhooks(app: App, deps: Deps): void {
  app.post('/api/pay/:webhook{[a-z]+_notify}', async (context) => {
    const name = context.req.param('webhook').replace(/_notify$/, '')
    const provider = deps.payments.get(name)
    if (!provider) return context.json({ code: 'FAIL' }, 404)
    const body = await context.req.text()
    const now = deps.now()
    try {
      const headers = Object.fromEntries(context.req.raw.headers)
      const webhook = provider.verifyWebhook(headers, body, now)
      const refusal = webhook === null ? null : await handleWebhook(deps, name, webhook, now)
      if (refusal !== null) return context.json({ code: 'FAIL', message: refusal }, 400)
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      deps.logger.warn({ provider: name, fault: error.message }, 'payment webhook rejected')
      return context.json({ code: 'FAIL', message: error.message }, 401)
    }
    const { receipt } = provider
    return receipt === undefined ? context.body(null, 204) : context.text(receipt, 200)
  })
}

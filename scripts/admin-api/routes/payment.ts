import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { recordPayment, updateAttempt } from '../orders/attempts.ts'
import { findAttempt, findOrderOfPayment } from '../orders/payments.ts'
import { failFinishedRefund, retryRefundNow } from '../orders/refunds.ts'
import { WebhookError } from '../providers/payment/payment.ts'

/**
 * Webhooks of payment providers. Responses follow the provider's protocol, not the contract: 204 or the
 * provider's receipt when accepted, else `{ code, message }`; the provider retries until accepted.
 */
export function mountPaymentWebhooks(app: App, deps: Deps): void {
  const { db, logger, payments } = deps

  app.post('/api/pay/:webhook{[a-z]+_notify}', async (context) => {
    const name = context.req.param('webhook').replace(/_notify$/, '')
    const provider = payments.get(name)
    if (!provider) return context.json({ code: 'FAIL' }, 404)
    const { receipt } = provider
    const accept = () =>
      receipt === undefined ? context.body(null, 204) : context.text(receipt, 200)
    const body = await context.req.text()
    const now = deps.now()
    try {
      const headers = Object.fromEntries(context.req.raw.headers)
      const webhook = provider.verifyWebhook(headers, body, now)
      if (webhook === null) return accept()
      if (webhook.kind === 'dispute') {
        const { txnId, amountFen, reason, status } = webhook
        const order = (await findOrderOfPayment(db.query, name, txnId))?.order_no
        if (order !== undefined) {
          const dispute = { provider: name, order, amountFen, reason, status }
          logger.error(dispute, 'payment disputed at the bank')
        }
        return accept()
      }
      if (webhook.kind === 'refund') {
        const { outRefundNo, failedAt } = webhook
        const changed = { provider: name, outRefundNo, now }
        const order = await db.transaction(async (trx) => {
          await retryRefundNow(trx, changed)
          return failedAt === null ? null : failFinishedRefund(trx, { ...changed, failedAt })
        })
        if (order !== null)
          logger.error({ provider: name, order }, 'refund failed after it was completed')
        return accept()
      }
      const { outTradeNo, txnId, amountFen } = webhook
      const received = { provider: name, outTradeNo, txnId, amountFen, isConfirmed: false, now }
      const outcome = await recordPayment(deps, received)
      logger.info({ provider: name, outcome }, 'payment webhook received')
      if (outcome === 'unknown' || outcome === 'wrong_amount') {
        const attempt = await findAttempt(db.query, outTradeNo)
        logger.error(
          { provider: name, outcome, order: attempt?.order_id },
          'payment matches no order',
        )
        // Live attempts are queried regularly anyway.
        if (attempt) await updateAttempt(deps, attempt, { next_query_at: now }, ['closed'])
        return context.json({ code: 'FAIL', message: outcome }, 400)
      }
      return accept()
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      logger.warn({ provider: name, fault: error.message }, 'payment webhook rejected')
      return context.json({ code: 'FAIL', message: error.message }, 401)
    }
  })
}

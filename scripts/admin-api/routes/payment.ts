import type { App, Deps } from '../app.ts'
import { findAttempt, receivePayment } from '../orders/payments.ts'
import { NoticeError } from '../providers/payment/payment.ts'

/**
 * Where payment providers tell of payments. The answer is the provider's way of speaking (WeChat Pay
 * v3: 204 taken, else `{ code, message }`), not the contract's: it comes again until it is taken.
 */
export function mountPaymentNotices(app: App, deps: Deps): void {
  const { db, logger, payments } = deps

  app.post('/api/pay/:notice{[a-z]+_notify}', async (context) => {
    const name = context.req.param('notice').replace(/_notify$/, '')
    context.set('route', 'POST /api/pay/{provider}_notify')
    const provider = payments.get(name)
    if (!provider) return context.json({ code: 'FAIL' }, 404)
    const body = await context.req.text()
    const now = deps.now()
    try {
      const headers = Object.fromEntries(context.req.raw.headers)
      const { outTradeNo, txnId, amountFen } = provider.readNotice(headers, body, now)
      const received = { provider: name, outTradeNo, txnId, amountFen, now }
      const outcome = db.transact(() => receivePayment(db, received))
      logger.info({ provider: name, outcome }, 'a payment was told')
      if (outcome === 'unknown' || outcome === 'wrong_amount') {
        const attempt = findAttempt(db, outTradeNo)
        logger.error(
          { provider: name, outcome, order: attempt?.order_id },
          'a payment fits no order',
        )
        return context.json({ code: 'FAIL', message: outcome }, 400)
      }
      return context.body(null, 204)
    } catch (error) {
      if (!(error instanceof NoticeError)) throw error
      logger.warn({ provider: name, fault: error.message }, 'a forged or stale payment notice')
      return context.json({ code: 'FAIL', message: error.message }, 401)
    }
  })
}

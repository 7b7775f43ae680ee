import type { Deps } from '../deps.ts'
import type { App } from '../http.ts'
import { countSms } from '../../lib/metrics.ts'
import { ReceiptError } from '../providers/messenger/message.ts'

/**
 * Delivery receipts of SMS gateways. Responses follow the gateway's protocol, not the contract; gateways
 * retry until the response is 200.
 */
export function mountSmsReceipts(app: App, deps: Deps): void {
  const { messenger, deliveries, logger } = deps

  app.post('/api/sms/:receipt{[a-z]+_receipt}', async (context) => {
    const name = context.req.param('receipt').replace(/_receipt$/, '')
    const receipts = messenger.gateways.find((gateway) => gateway.name === name)?.receipts
    if (!receipts) return context.json({ code: 'FAIL' }, 404)
    const { url, headers } = context.req.raw
    try {
      const body = await context.req.text()
      for (const receipt of receipts.read({ url: new URL(url), headers, body })) {
        const purpose = await deliveries.report(name, receipt, deps.now())
        if (purpose === null) continue
        countSms({ gateway: name, result: receipt.state })
        if (receipt.state === 'delivered') continue
        const { reason } = receipt
        logger.warn({ gateway: name, purpose, reason }, 'message not delivered')
      }
      return context.body(receipts.response, 200)
    } catch (error) {
      if (!(error instanceof ReceiptError)) throw error
      logger.warn({ gateway: name, fault: error.message }, 'delivery receipt rejected')
      return context.json({ code: 'FAIL', message: error.message }, 401)
    }
  })
}

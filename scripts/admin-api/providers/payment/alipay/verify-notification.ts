import * as v from 'valibot'
import { WebhookError, type Webhook } from '../payment.ts'
import { parseYuan } from '../../../yuan.ts'
import type { AlipayClient } from './client.ts'
import type { AlipayConfig } from './settings.ts'

const TextSchema = v.pipe(v.string(), v.maxLength(512))
const NotificationSchema = v.object({
  app_id: TextSchema,
  seller_id: TextSchema,
  out_trade_no: v.pipe(TextSchema, v.minLength(1), v.maxLength(64)),
  trade_no: v.pipe(TextSchema, v.minLength(1), v.maxLength(64)),
  trade_status: TextSchema,
  total_amount: TextSchema,
  // Only in notifications of refunds; `out_biz_no` is our refund number.
  refund_fee: v.optional(TextSchema),
  out_biz_no: v.optional(TextSchema),
})

/** Parses a form. @throws WebhookError for a repeated field, since parsers differ in which value they take */
function readForm(body: string): Record<string, string> {
  const fields = [...new URLSearchParams(body)]
  if (new Set(fields.map(([name]) => name)).size < fields.length) {
    throw new WebhookError('repeated field')
  }
  return Object.fromEntries(fields)
}

function readAmount(text: string): number {
  try {
    return parseYuan(text)
  } catch {
    throw new WebhookError('unexpected amount')
  }
}

/**
 * Verifies a notification of Alipay (opendocs.alipay.com/open/270/105902): the signature over the fields,
 * then app, seller and content. The age is not checked: notifications are repeated for a day and have no signed
 * time of sending.
 * @returns null for events other than payments and refunds, such as a closed trade
 * @throws WebhookError with the reason
 */
export function verifyNotification(
  body: string,
  { appId, sellerId }: AlipayConfig,
  { isSigned }: AlipayClient,
): Webhook | null {
  const fields = readForm(body)
  // The SDK would also accept SHA-1 signatures.
  if (fields['sign_type'] !== 'RSA2') throw new WebhookError('unexpected signature type')
  if (!isSigned(fields)) throw new WebhookError('wrong signature')
  const notification = v.safeParse(NotificationSchema, fields)
  if (!notification.success) throw new WebhookError('unexpected content')
  const { app_id, seller_id, out_trade_no, trade_no, trade_status, ...rest } = notification.output
  if (app_id !== appId || seller_id !== sellerId) throw new WebhookError('different merchant')
  if (rest.refund_fee !== undefined && rest.out_biz_no !== undefined) {
    return { kind: 'refund', outRefundNo: rest.out_biz_no, failedAt: null }
  }
  if (trade_status !== 'TRADE_SUCCESS' && trade_status !== 'TRADE_FINISHED') return null
  const amountFen = readAmount(rest.total_amount)
  return { kind: 'payment', outTradeNo: out_trade_no, txnId: trade_no, amountFen }
}

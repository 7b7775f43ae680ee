import {
  createCipheriv,
  createDecipheriv,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import { WebhookError, type PaymentWebhook, type RefundWebhook } from '../payment.ts'
import { MINUTE } from '../../../../lib/durations.ts'

// Webhooks of WeChat Pay v3 (pay.weixin.qq.com, "callback"): RSA-SHA256 over timestamp, nonce and raw
// body; the resource is encrypted with AES-256-GCM. The sandbox uses the same format, so that tests
// cover the verification of a real provider.

const MAX_AGE_MS = 5 * MINUTE

const JsonSchema = v.pipe(v.string(), v.parseJson())

const REFUND_EVENTS = ['REFUND.SUCCESS', 'REFUND.ABNORMAL', 'REFUND.CLOSED'] as const

const EnvelopeSchema = v.object({
  create_time: v.pipe(v.string(), v.isoTimestamp()),
  event_type: v.picklist(['TRANSACTION.SUCCESS', ...REFUND_EVENTS]),
  resource: v.object({
    algorithm: v.literal('AEAD_AES_256_GCM'),
    ciphertext: v.pipe(v.string(), v.maxLength(16_384)),
    nonce: v.pipe(v.string(), v.length(12)),
    associated_data: v.pipe(v.string(), v.maxLength(64)),
  }),
})
const TransactionSchema = v.object({
  mchid: v.string(),
  appid: v.string(),
  out_trade_no: v.pipe(v.string(), v.maxLength(32)),
  transaction_id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  trade_state: v.literal('SUCCESS'),
  amount: v.object({
    total: v.pipe(v.number(), v.integer(), v.minValue(0)),
    currency: v.literal('CNY'),
  }),
})
export type WechatTransaction = v.InferOutput<typeof TransactionSchema>

const RefundSchema = v.object({
  mchid: v.string(),
  out_refund_no: v.pipe(v.string(), v.maxLength(64)),
  refund_status: v.picklist(['SUCCESS', 'ABNORMAL', 'CLOSED']),
})

/** The merchant's ids at the provider, and the key that decrypts its webhooks. */
export interface Merchant {
  mchid: string
  /** The merchant's apps. */
  appids: readonly string[]
  /** 32 bytes. */
  apiKey: Buffer
}
/** A public key of the provider with its serial number. Keys are configured, never fetched on demand. */
export interface ProviderKey {
  serial: string
  publicKey: KeyObject
}

const ALGORITHM = 'RSA-SHA256'
const joinLines = (lines: readonly string[]): Buffer => Buffer.from([...lines, ''].join('\n'))

/** Signs lines of text, each ended by a line feed. @returns base64 */
export const signLines = (lines: readonly string[], key: KeyObject): string =>
  sign(ALGORITHM, joinLines(lines), key).toString('base64')

function encrypt(apiKey: Buffer, text: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce)
  cipher.setAAD(Buffer.from('transaction'))
  const encrypted = Buffer.concat([
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: encrypted.toString('base64'),
    nonce,
    associated_data: 'transaction',
  }
}

function decrypt(apiKey: Buffer, { resource }: v.InferOutput<typeof EnvelopeSchema>): string {
  const encrypted = Buffer.from(resource.ciphertext, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', apiKey, resource.nonce)
    decipher.setAAD(Buffer.from(resource.associated_data))
    decipher.setAuthTag(encrypted.subarray(-16))
    return decipher.update(encrypted.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new WebhookError('cannot be decrypted')
  }
}

/** Creates a signed webhook of a provider, for the sandbox. */
export function signPaymentWebhook(
  transaction: WechatTransaction,
  {
    apiKey,
    serial,
    privateKey,
    now,
  }: { apiKey: Buffer; serial: string; privateKey: KeyObject; now: number },
) {
  const body = JSON.stringify({
    id: randomBytes(16).toString('hex'),
    create_time: new Date(now).toISOString(),
    event_type: 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    resource: encrypt(apiKey, JSON.stringify(transaction)),
  })
  const timestamp = String(Math.floor(now / 1000))
  const nonce = randomBytes(16).toString('hex')
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': signLines([timestamp, nonce, body], privateKey),
  }
  return { headers, body }
}

function check(condition: boolean, fault: string): asserts condition {
  if (!condition) throw new WebhookError(fault)
}

interface SignatureCheck {
  /** The configured keys of the provider. */
  keys: readonly ProviderKey[]
  /** Time of the check, epoch ms. */
  now: number
}

/**
 * Verifies the signature of a webhook or a response over its raw body, and its age.
 * @throws WebhookError with the reason
 */
export function verifySignature(
  headers: IncomingHttpHeaders,
  body: string,
  { keys, now }: SignatureCheck,
): void {
  const readHeader = (name: string) => String(headers[`wechatpay-${name}`] ?? '')
  const key = keys.find(({ serial }) => serial === readHeader('serial'))
  check(key !== undefined, 'unknown key')
  const signed = joinLines([readHeader('timestamp'), readHeader('nonce'), body])
  const signature = Buffer.from(readHeader('signature'), 'base64')
  check(verify(ALGORITHM, signed, key.publicKey, signature), 'wrong signature')
  check(/^\d{1,12}$/.test(readHeader('timestamp')), 'invalid timestamp')
  check(
    Math.abs(now - Number(readHeader('timestamp')) * 1000) <= MAX_AGE_MS,
    'timestamp out of range',
  )
}

/**
 * Verifies a webhook: the signature over the raw body first, then its age, content and merchant.
 * @throws WebhookError with the reason
 */
export function verifyPaymentWebhook(
  headers: IncomingHttpHeaders,
  body: string,
  { merchant, ...signed }: SignatureCheck & { merchant: Merchant },
): PaymentWebhook | RefundWebhook {
  verifySignature(headers, body, signed)
  const envelope = v.safeParse(v.pipe(JsonSchema, EnvelopeSchema), body)
  check(envelope.success, 'unexpected event')
  const content = decrypt(merchant.apiKey, envelope.output)
  const { event_type: event, create_time: createdAt } = envelope.output
  if (event !== 'TRANSACTION.SUCCESS') return readRefund(content, merchant, Date.parse(createdAt))
  const decrypted = v.safeParse(v.pipe(JsonSchema, TransactionSchema), content)
  check(decrypted.success, 'unexpected content')
  const { mchid, appid, out_trade_no: outTradeNo, transaction_id: txnId, amount } = decrypted.output
  check(mchid === merchant.mchid && merchant.appids.includes(appid), 'different merchant')
  return { kind: 'payment', outTradeNo, txnId, amountFen: amount.total }
}

function readRefund(content: string, { mchid }: Merchant, createdAt: number): RefundWebhook {
  const refund = v.safeParse(v.pipe(JsonSchema, RefundSchema), content)
  check(refund.success, 'unexpected content')
  check(refund.output.mchid === mchid, 'different merchant')
  const { out_refund_no: outRefundNo, refund_status: status } = refund.output
  return { kind: 'refund', outRefundNo, failedAt: status === 'SUCCESS' ? null : createdAt }
}

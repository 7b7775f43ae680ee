import {
  createCipheriv,
  createDecipheriv,
  createSign,
  createVerify,
  randomBytes,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import { NoticeError, type Notice } from './payment.ts'

// Notifications as WeChat Pay v3 sends them (pay.weixin.qq.com, "callback"): RSA-SHA256 over time,
// nonce and raw body, the content sealed with AES-256-GCM. The sandbox speaks the same language, so
// that what a real provider needs is what the tests prove.

const FRESH_MS = 5 * 60 * 1000

const EnvelopeSchema = v.object({
  event_type: v.literal('TRANSACTION.SUCCESS'),
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
export type Transaction = v.InferOutput<typeof TransactionSchema>

/** Who we are to the provider, and the key that opens its notifications. */
export interface Merchant {
  mchid: string
  appid: string
  /** 32 bytes. */
  apiKey: Buffer
}
/** The provider's key and its serial number: one that we pinned, never one that a header names. */
export interface ProviderKey {
  serial: string
  publicKey: KeyObject
}

const signedText = (timestamp: string, nonce: string, body: string) =>
  `${timestamp}\n${nonce}\n${body}\n`

function seal(apiKey: Buffer, text: string) {
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', apiKey, nonce)
  cipher.setAAD(Buffer.from('transaction'))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: sealed.toString('base64'),
    nonce,
    associated_data: 'transaction',
  }
}

function unseal(
  apiKey: Buffer,
  resource: v.InferOutput<typeof EnvelopeSchema>['resource'],
): string {
  const sealed = Buffer.from(resource.ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', apiKey, resource.nonce)
  decipher.setAAD(Buffer.from(resource.associated_data))
  decipher.setAuthTag(sealed.subarray(-16))
  return decipher.update(sealed.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8')
}

/** Writes a signed notification, as a provider does. */
export function writeNotice(
  transaction: Transaction,
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
    resource: seal(apiKey, JSON.stringify(transaction)),
  })
  const timestamp = String(Math.floor(now / 1000))
  const nonce = randomBytes(16).toString('hex')
  const signature = createSign('RSA-SHA256')
    .update(signedText(timestamp, nonce, body))
    .sign(privateKey, 'base64')
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serial,
    'wechatpay-signature': signature,
  }
  return { headers, body }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NoticeError('no JSON')
  }
}

function check(condition: boolean, fault: string): asserts condition {
  if (!condition) throw new NoticeError(fault)
}

/**
 * Reads a notification: signature over the raw body first, then its age, then what it holds and whom
 * it is for.
 * @throws NoticeError naming what is wrong
 */
export function readSignedNotice(
  headers: IncomingHttpHeaders,
  body: string,
  { merchant, key, now }: { merchant: Merchant; key: ProviderKey; now: number },
): Notice {
  const header = (name: string) => String(headers[`wechatpay-${name}`] ?? '')
  check(header('serial') === key.serial, 'unknown key')
  const signature = header('signature')
  const isTrue = createVerify('RSA-SHA256')
    .update(signedText(header('timestamp'), header('nonce'), body))
    .verify(key.publicKey, signature, 'base64')
  check(isTrue, 'wrong signature')
  check(/^\d{1,12}$/.test(header('timestamp')), 'no time')
  check(
    Math.abs(now - Number(header('timestamp')) * 1000) <= FRESH_MS,
    'too old or from the future',
  )
  const envelope = v.safeParse(EnvelopeSchema, readJson(body))
  check(envelope.success, 'another event')
  const opened = v.safeParse(TransactionSchema, readJson(open(merchant.apiKey, envelope.output)))
  check(opened.success, 'another content')
  const { mchid, appid, out_trade_no: outTradeNo, transaction_id: txnId, amount } = opened.output
  check(mchid === merchant.mchid && appid === merchant.appid, 'for somebody else')
  return { outTradeNo, txnId, amountFen: amount.total }
}

function open(apiKey: Buffer, { resource }: v.InferOutput<typeof EnvelopeSchema>): string {
  try {
    return unseal(apiKey, resource)
  } catch {
    throw new NoticeError('sealed with another key')
  }
}

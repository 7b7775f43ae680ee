import { createHmac, timingSafeEqual } from 'node:crypto'

// Webhooks are signed as "Standard Webhooks" says: HMAC-SHA256 over id, time and the bytes of the body.

/** One delivery as it goes over the wire. */
export interface WebhookDelivery {
  /** The same at every retry: who receives it can tell a repeat. */
  id: string
  /** Epoch seconds of this try. */
  timestamp: number
  /** The raw body. A body that was parsed and written again has other bytes. */
  body: string | Uint8Array
}

/** Names of the three headers that carry a signature. */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const

export type WebhookFault =
  /** A header is missing or has no form that a sender of ours would write. */
  | 'malformed'
  /** Older or newer than the tolerance: a replay, or a clock that is wrong. */
  | 'stale'
  /** Signed with a key that is none of ours, or changed on its way. */
  | 'forged'

export type WebhookVerdict =
  { kind: 'valid'; id: string; timestamp: number } | { kind: 'invalid'; reason: WebhookFault }

/** How far the clocks of sender and receiver may be apart. */
export const WEBHOOK_TOLERANCE_S = 5 * 60

const VERSION = 'v1'
const PREFIX = 'whsec_'
const ID_FORM = /^[\w-]{1,128}$/
const TIMESTAMP_FORM = /^\d{1,12}$/
/** More than a rotation of keys could need: nobody makes us compare thousands. */
const MOST_SIGNATURES = 16

function readKey(secret: string): Buffer {
  return secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8')
}

function computeMac({ id, timestamp, body }: WebhookDelivery, secret: string): Buffer {
  return createHmac('sha256', readKey(secret)).update(`${id}.${timestamp}.`).update(body).digest()
}

/**
 * The headers of a delivery.
 * @param secrets as `readWebhookSecret` gives them: one signature each, so that a receiver who knows
 * only one of two keys in rotation agrees
 */
export function signWebhook(
  delivery: WebhookDelivery,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    return `${VERSION},${computeMac(delivery, secret).toString('base64')}`
  })
  return {
    [WEBHOOK_HEADERS.id]: delivery.id,
    [WEBHOOK_HEADERS.timestamp]: String(delivery.timestamp),
    [WEBHOOK_HEADERS.signature]: signatures.join(' '),
  }
}

export interface ReceivedWebhook {
  id: string | undefined
  timestamp: string | undefined
  /** `v1,<base64>`, several separated by spaces; other versions are passed over. */
  signature: string | undefined
  body: string | Uint8Array
}

/**
 * Whether a delivery was signed by somebody who knows a secret, and just now.
 * @param nowMs epoch ms
 */
export function verifyWebhook(
  { id, timestamp, signature, body }: ReceivedWebhook,
  secrets: readonly string[],
  nowMs: number,
): WebhookVerdict {
  const isComplete = id !== undefined && timestamp !== undefined && signature !== undefined
  if (!isComplete || !ID_FORM.test(id) || !TIMESTAMP_FORM.test(timestamp)) {
    return { kind: 'invalid', reason: 'malformed' }
  }
  const seconds = Number(timestamp)
  const given = signature
    .split(' ', MOST_SIGNATURES)
    .filter((one) => one.startsWith(`${VERSION},`))
    .map((one) => Buffer.from(one.slice(VERSION.length + 1), 'base64'))
  // Every pair is compared, and each in constant time: time tells nothing about keys.
  let matches = 0
  for (const secret of secrets) {
    const expected = computeMac({ id, timestamp: seconds, body }, secret)
    for (const mac of given) {
      if (mac.length === expected.length && timingSafeEqual(mac, expected)) matches += 1
    }
  }
  if (matches === 0) return { kind: 'invalid', reason: 'forged' }
  if (Math.abs(nowMs / 1000 - seconds) > WEBHOOK_TOLERANCE_S) {
    return { kind: 'invalid', reason: 'stale' }
  }
  return { kind: 'valid', id, timestamp: seconds }
}

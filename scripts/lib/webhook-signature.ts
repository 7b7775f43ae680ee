import { Webhook } from 'standardwebhooks'
import { isSameHash } from './is-same-hash.ts'

// `standardwebhooks` is used only to sign, not to verify: docs/decisions/001.

/** One delivery attempt. */
export interface WebhookDelivery {
  /** The same on every retry, so that the receiver recognises a repeat. */
  id: string
  /** Epoch seconds of this attempt. */
  timestamp: number
  /** The raw body: parsing and serialising it again would change its bytes. */
  body: string | Buffer
}

/** Names of the signature headers. */
export const WEBHOOK_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const

type WebhookFault =
  /** A header is missing or malformed. */
  | 'malformed'
  /** Outside the tolerance: a replay or a wrong clock. */
  | 'stale'
  /** Signed with an unknown key, or changed in transit. */
  | 'forged'

export type WebhookVerdict =
  | { kind: 'valid'; id: string; timestamp: number }
  | { kind: 'invalid'; reason: WebhookFault }

/** Tolerated clock difference between sender and receiver. */
const WEBHOOK_TOLERANCE_S = 5 * 60

const PREFIX = 'whsec_'
const ID_FORM = /^[\w-]{1,128}$/
const TIMESTAMP_FORM = /^\d{1,12}$/
/** Limits the number of comparisons; a key rotation needs two signatures. */
const MAX_SIGNATURES = 16

/** A secret is `whsec_` and base64 (the standard's form), or the key itself as text. */
function openWebhook(secret: string): Webhook {
  const key = secret.startsWith(PREFIX)
    ? Buffer.from(secret.slice(PREFIX.length), 'base64')
    : Buffer.from(secret, 'utf8')
  return new Webhook(key, { format: 'raw' })
}

const computeSignatures = ({ id, timestamp, body }: WebhookDelivery, secrets: readonly string[]) =>
  secrets.map((secret) => openWebhook(secret).sign(id, new Date(timestamp * 1000), body))

/**
 * Returns the headers of a delivery.
 * @param secrets each adds a signature, so that a receiver with only one of two keys accepts it
 */
export function signWebhook(
  delivery: WebhookDelivery,
  secrets: readonly string[],
): Record<string, string> {
  return {
    [WEBHOOK_HEADERS.id]: delivery.id,
    [WEBHOOK_HEADERS.timestamp]: String(delivery.timestamp),
    [WEBHOOK_HEADERS.signature]: computeSignatures(delivery, secrets).join(' '),
  }
}

export interface ReceivedWebhook {
  id: string | undefined
  timestamp: string | undefined
  /** `v1,<base64>`, several separated by spaces; other versions are ignored. */
  signature: string | undefined
  body: string | Buffer
}

/**
 * Verifies that a delivery was signed with one of the secrets, within the tolerance.
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
  const received = signature.split(' ', MAX_SIGNATURES)
  const expected = computeSignatures({ id, timestamp: seconds, body }, secrets)
  if (!expected.some((valid) => received.some((candidate) => isSameHash(valid, candidate)))) {
    return { kind: 'invalid', reason: 'forged' }
  }
  if (Math.abs(nowMs / 1000 - seconds) > WEBHOOK_TOLERANCE_S) {
    return { kind: 'invalid', reason: 'stale' }
  }
  return { kind: 'valid', id, timestamp: seconds }
}

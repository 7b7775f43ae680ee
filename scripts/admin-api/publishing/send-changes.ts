import { describeError } from '../../lib/describe-error.ts'
import { signWebhook } from '../../lib/webhook-signature.ts'
import { readJson } from '../db/json.ts'
import type { Deps } from '../deps.ts'
import {
  beginAttempt,
  findDueDelivery,
  MAX_CHANGES,
  recordAttempt,
  type Delivery,
} from './outbox.ts'
import { DAY, MINUTE } from '../../lib/durations.ts'

const TIMEOUT_MS = 10_000
const MIN_DELAY_MS = 1000
const MAX_DELAY_MS = 5 * MINUTE
const GIVE_UP_MS = DAY

interface SenderOptions extends Pick<Deps, 'db' | 'logger' | 'now'> {
  /** Webhook URL of the site. */
  url: string
  /** The webhook is signed with each of them, so that secrets can be rotated. */
  secrets: readonly string[]
  /** From 0 to 1, for the jitter. */
  random?: () => number
}

/** Why an attempt failed; the status is null without a response. */
interface Failure {
  fault: string
  status: number | null
}

function writeBody({ version, changes: stored, created_at }: Delivery): string {
  const changes = readJson(stored)
  const omitted = changes.length - MAX_CHANGES
  return JSON.stringify({
    type: 'content.changed',
    timestamp: new Date(created_at).toISOString(),
    data: {
      version,
      changes: changes.slice(0, MAX_CHANGES),
      ...(omitted > 0 && { omitted }),
    },
  })
}

/** Exponential backoff with jitter. @param random from 0 to 1 */
export function getRetryDelayMs(tries: number, random: number): number {
  const delay = Math.min(MIN_DELAY_MS * 2 ** (tries - 1), MAX_DELAY_MS)
  return Math.round(delay * (0.75 + random / 2))
}

/**
 * Sends content webhooks (Standard Webhooks) to the site. A delivery keeps its id over all attempts; each
 * attempt is signed with its own timestamp. Failed deliveries are retried for a day.
 */
export function createChangeSender(options: SenderOptions) {
  const { db, logger, url, secrets, now, random = Math.random } = options
  const stopping = new AbortController()
  let running: Promise<void> | null = null

  /** Makes an attempt. @returns null if the site has accepted the delivery */
  async function post(delivery: Delivery): Promise<Failure | null> {
    const { id } = delivery
    const body = writeBody(delivery)
    const timestamp = Math.floor(now() / 1000)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signWebhook({ id, timestamp, body }, secrets),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      })
      await response.body?.cancel()
      const { ok, status } = response
      return ok ? null : { fault: `HTTP status ${status}`, status }
    } catch (error) {
      return { fault: describeError(error), status: null }
    }
  }

  async function recordResult(
    delivery: Delivery,
    failure: Failure | null,
    tries: number,
  ): Promise<void> {
    const details = { delivery: delivery.id, url, tries }
    if (failure === null) {
      const end = { state: 'delivered', ended_at: now() } as const
      await db.transaction((trx) => recordAttempt(trx, delivery, end))
      logger.info({ ...details, version: delivery.version }, 'content webhook delivered')
      return
    }
    const { fault, status } = failure
    const isGivenUp = status === 410 || now() - delivery.created_at >= GIVE_UP_MS
    const end = isGivenUp && ({ state: 'given_up', ended_at: now() } as const)
    await db.transaction((trx) => recordAttempt(trx, delivery, { fault, ...end }))
    if (isGivenUp) {
      logger.error({ ...details, fault }, 'content webhook failed, given up')
    } else if (status === 401) {
      const hint = 'the site refuses the webhook signature: check its CONTENT_WEBHOOK_SECRET'
      logger.error({ ...details, fault }, hint)
    } else logger.warn({ ...details, fault }, 'content webhook failed, will be retried')
  }

  async function sendDue(): Promise<void> {
    const delivery = await findDueDelivery(db.query, now())
    if (!delivery) return
    const tries = delivery.tries + 1
    const nextTryAt = now() + getRetryDelayMs(tries, random())
    if (!(await db.transaction((trx) => beginAttempt(trx, delivery, nextTryAt)))) return
    const failure = await post(delivery)
    if (!stopping.signal.aborted) await recordResult(delivery, failure, tries)
  }

  return {
    /** Sends the delivery that is due. While an attempt is in progress, waits for that one. */
    send(): Promise<void> {
      if (stopping.signal.aborted) return Promise.resolve()
      running ??= sendDue().finally(() => {
        running = null
      })
      return running
    },
    /** Aborts the attempt in progress; it is repeated after a restart. */
    async stop(): Promise<void> {
      stopping.abort()
      await running?.catch(() => undefined)
    },
  }
}
export type ChangeSender = ReturnType<typeof createChangeSender>

import type { Logger } from '../../lib/logger.ts'
import { signWebhook } from '../../lib/sign-webhook.ts'
import type { Database } from '../db/open.ts'
import { beginTry, endDelivery, findDue, MOST_CHANGES, noteFault, type Delivery } from './outbox.ts'

const TIMEOUT_MS = 10_000
const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 5 * 60_000
const GIVE_UP_MS = 24 * 3600 * 1000

export interface SenderOptions {
  db: Database
  logger: Logger
  /** Where the site takes webhooks. */
  url: string
  /** Signed with each, so that keys can be rotated. */
  secrets: readonly string[]
  /** Epoch ms. */
  now(): number
  /** From 0 to 1, for the jitter. */
  random?: () => number
}

export interface ChangeSender {
  /** Sends what is due; does nothing while a try is under way. */
  send(): Promise<void>
  /** Breaks off the try under way: it will be made again. */
  stop(): Promise<void>
}

type Answer =
  { kind: 'taken' } | { kind: 'refused'; status: number } | { kind: 'failed'; why: string }

function writeBody({ version, changes, created_at }: Delivery): string {
  const omitted = changes.length - MOST_CHANGES
  return JSON.stringify({
    type: 'content.changed',
    timestamp: new Date(created_at).toISOString(),
    data: {
      version,
      changes: changes.slice(0, MOST_CHANGES),
      ...(omitted > 0 && { omitted }),
    },
  })
}

/** Fetch hides what happened in the cause. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** How long to wait after a try: twice as long each time, and never all at once. */
export function readWait(tries: number, random: number): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS)
  return Math.round(wait * (0.75 + random / 2))
}

/**
 * Tells the site of changed content: the delivery keeps its number over all tries, each is signed
 * with its own time. What the site does not take is tried again for a day, then given up.
 */
export function createChangeSender(options: SenderOptions): ChangeSender {
  const { db, logger, url, secrets, now, random = Math.random } = options
  const stopping = new AbortController()
  let underWay: Promise<void> | null = null

  async function post(delivery: Delivery): Promise<Answer> {
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
      return response.ok ? { kind: 'taken' } : { kind: 'refused', status: response.status }
    } catch (error) {
      return { kind: 'failed', why: explain(error) }
    }
  }

  async function noteAnswer(delivery: Delivery, answer: Answer, tries: number): Promise<void> {
    const about = { delivery: delivery.id, url, tries }
    if (answer.kind === 'taken') {
      await db.transaction((trx) => endDelivery(trx, delivery, 'delivered', now()))
      logger.info({ ...about, version: delivery.version }, 'the site knows of changed content')
      return
    }
    const fault = answer.kind === 'refused' ? `answered ${answer.status}` : answer.why
    const status = answer.kind === 'refused' ? answer.status : null
    const isGivenUp = status === 410 || now() - delivery.created_at >= GIVE_UP_MS
    await db.transaction(async (trx) => {
      await noteFault(trx, delivery, fault)
      if (isGivenUp) await endDelivery(trx, delivery, 'given_up', now())
    })
    if (isGivenUp) {
      logger.error(
        { ...about, fault },
        'the site could not be notified of changed content: given up',
      )
    } else if (status === 401) {
      const hint = 'the site refuses our signature: is CONTENT_WEBHOOK_SECRET the same there?'
      logger.error({ ...about, fault }, hint)
    } else logger.warn({ ...about, fault }, 'the site could not be notified of changed content yet')
  }

  async function sendDue(): Promise<void> {
    const delivery = await findDue(db.query, now())
    if (!delivery) return
    const tries = delivery.tries + 1
    const nextTryAt = now() + readWait(tries, random())
    if (!(await db.transaction((trx) => beginTry(trx, delivery, nextTryAt)))) return
    const answer = await post(delivery)
    if (!stopping.signal.aborted) await noteAnswer(delivery, answer, tries)
  }

  return {
    send() {
      if (stopping.signal.aborted) return Promise.resolve()
      underWay ??= sendDue().finally(() => {
        underWay = null
      })
      return underWay
    },
    async stop() {
      stopping.abort()
      await underWay?.catch(() => undefined)
    },
  }
}

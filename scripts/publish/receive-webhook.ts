import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import {
  CONTENT_KINDS,
  ContentChangesSchema,
  ContentEventSchema,
  isContentKind,
} from '#api/content-webhook.ts'
import type { Logger } from '../lib/logger.ts'
import { verifyWebhook, WEBHOOK_HEADERS } from '../lib/sign-webhook.ts'
import type { Exchange } from '../serve/exchange.ts'
import type { Wanted } from './built-site.ts'
import type { Deliveries } from './deliveries.ts'
import { sendJson } from './send-answer.ts'

export interface ReceiverOptions {
  /** Keys that deliveries are signed with; without one nothing is received. */
  secrets: readonly string[]
  deliveries: Deliveries
  /** Told once for each delivery that is ours and new, with what it says has changed. */
  onChange(wanted: Wanted): void
  logger: Logger
  /** Epoch ms. */
  now?: () => number
}

const LARGEST_BODY = 64 * 1024
/** What the sender of an event of another form should have sent. */
const EXPECTED_EVENT = {
  type: 'content.changed',
  data: { changes: [{ kind: CONTENT_KINDS.join(' | '), id: 12 }] },
}

/** Returns what a body names as changed; everything when it does not name all of it. */
export function readWanted(body: unknown): Wanted {
  const named = v.safeParse(ContentChangesSchema, body)
  return named.success ? named.output.data.changes : 'all'
}

/** What happens after an event, for its sender. */
function describeWanted(wanted: Wanted): { refreshes: string; note?: string } {
  if (wanted === 'all') {
    return { refreshes: 'everything', note: 'data.changes with kind and id makes it faster' }
  }
  const unknown = wanted.map(({ kind }) => kind).filter((kind) => !isContentKind(kind))
  if (unknown.length === 0) return { refreshes: `${wanted.length} named` }
  return { refreshes: 'everything', note: `kind is not known: ${[...new Set(unknown)].join(', ')}` }
}

/** Answers `POST /hooks/content`: notes a delivery before it says that it has it. */
export function createWebhookReceiver(options: ReceiverOptions) {
  const { secrets, deliveries, onChange, logger, now = Date.now } = options

  return async function receive(exchange: Exchange, draining: boolean): Promise<void> {
    const { request } = exchange
    if (request.method !== 'POST') {
      return sendJson(exchange, 405, { error: 'method not allowed' }, { Allow: 'POST' })
    }
    if (secrets.length === 0) return sendJson(exchange, 404, { error: 'no webhook is set up' })
    if (draining) return sendJson(exchange, 503, { error: 'stopping' }, { 'Retry-After': '5' })
    const body = await readBody(request)
    if (body === undefined) {
      return sendJson(exchange, 413, { error: 'body too large' }, { Connection: 'close' })
    }
    const verdict = verifyWebhook({ ...readSignature(request), body }, secrets, now())
    if (verdict.kind === 'invalid') {
      logger.warn({ reason: verdict.reason }, 'a webhook was refused')
      return sendJson(exchange, 401, { error: verdict.reason })
    }
    const event = parse(body)
    if (!v.is(ContentEventSchema, event)) {
      return sendJson(exchange, 400, { error: 'unknown event', expected: EXPECTED_EVENT })
    }
    if (!deliveries.add(verdict.id, now())) return sendJson(exchange, 200, { repeated: true })
    const wanted = readWanted(event)
    onChange(wanted)
    sendJson(exchange, 202, { accepted: true, ...describeWanted(wanted) })
  }
}

function readSignature({ headers }: IncomingMessage) {
  const single = (name: string) => {
    const value = headers[name]
    return typeof value === 'string' ? value : undefined
  }
  return {
    id: single(WEBHOOK_HEADERS.id),
    timestamp: single(WEBHOOK_HEADERS.timestamp),
    signature: single(WEBHOOK_HEADERS.signature),
  }
}

/** The bytes of a body as they came; nothing when there are too many, and then no more are read. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return undefined
  const parts: Buffer[] = []
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>()
  request.on('data', (part: Buffer) => {
    size += part.length
    if (size <= LARGEST_BODY) {
      parts.push(part)
      return
    }
    request.pause()
    resolve(undefined)
  })
  request.on('end', () => resolve(Buffer.concat(parts)))
  request.on('error', reject)
  return promise
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

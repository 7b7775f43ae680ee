import type { IncomingMessage } from 'node:http'
import * as v from 'valibot'
import {
  CONTENT_KINDS,
  ContentChangesSchema,
  ContentEventSchema,
  isContentKind,
} from '#api/content-webhook.ts'
import type { Logger } from '../lib/logger.ts'
import { verifyWebhook, WEBHOOK_HEADERS } from '../lib/webhook-signature.ts'
import type { Exchange } from '../serve/exchange.ts'
import type { ChangeScope } from './built-site.ts'
import type { ReceivedDeliveries, DeliveryCause } from './deliveries.ts'
import { readBodyStart } from '../serve/read-body-start.ts'
import { sendJson } from '../serve/send-response.ts'

export interface ReceiverOptions {
  /** Signing secrets of deliveries; when empty, the endpoint responds 404. */
  secrets: readonly string[]
  deliveries: ReceivedDeliveries
  /** Called once for each verified new delivery, with its changes. */
  onChange(scope: ChangeScope, cause: DeliveryCause): void
  logger: Logger
  /** Epoch ms. */
  now?: () => number
}

const MAX_BODY_BYTES = 64 * 1024
const JsonSchema = v.pipe(v.string(), v.parseJson())
/** An example of a valid event, for the response to an invalid one. */
const EXPECTED_EVENT = {
  type: 'content.changed',
  data: { changes: [{ kind: CONTENT_KINDS.join(' | '), id: 12 }] },
}

/** The changes of an event. */
export interface ReadEvent {
  scope: ChangeScope
  cause: DeliveryCause
  /** Why the named items could not be read; null when they could, or when none are named. */
  fault: string | null
}

/** Reads the changed items from the body of a webhook: `all` when the list is missing or invalid. */
export function readEvent(body: unknown): ReadEvent {
  const named = v.safeParse(ContentChangesSchema, body)
  if (!named.success) return { scope: 'all', cause: 'content', fault: describeIssue(named.issues) }
  const { changes } = named.output.data
  return {
    scope: changes.map(({ kind, id }) => ({ kind, id })),
    cause: changes.every(({ action }) => action === 'due') ? 'clock' : 'content',
    fault: null,
  }
}

/** Describes the first fault of the list of changes; null when there is no list. */
function describeIssue([issue]: readonly [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]]) {
  const path = v.getDotPath(issue)
  return path?.startsWith('data.changes.') ? `${path}: ${issue.message}` : null
}

/** Describes the effect of an event, for the response. */
function describeEvent({ scope, fault }: ReadEvent): { refreshes: string; note?: string } {
  if (scope === 'all') {
    const note = fault ?? 'data.changes with kind and id makes it faster'
    return { refreshes: 'everything', note }
  }
  const unknown = scope.map(({ kind }) => kind).filter((kind) => !isContentKind(kind))
  if (unknown.length === 0) return { refreshes: `${scope.length} named` }
  return { refreshes: 'everything', note: `kind is not known: ${[...new Set(unknown)].join(', ')}` }
}

/** Creates the handler of `POST /hooks/content`. A delivery is recorded before it is acknowledged. */
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
      // The rest of the body: nginx reads the response only after it has sent the body.
      request.resume()
      return sendJson(exchange, 413, { error: 'body too large' })
    }
    const verdict = verifyWebhook({ ...readSignature(request), body }, secrets, now())
    if (verdict.kind === 'invalid') {
      logger.warn({ reason: verdict.reason }, 'webhook rejected')
      return sendJson(exchange, 401, { error: verdict.reason })
    }
    const event = v.safeParse(JsonSchema, body.toString('utf8')).output
    if (!v.is(ContentEventSchema, event)) {
      return sendJson(exchange, 400, { error: 'unknown event', expected: EXPECTED_EVENT })
    }
    const change = readEvent(event)
    const delivery = { id: verdict.id, cause: change.cause }
    const isNew = await deliveries.add(delivery, now()).catch((error: unknown) => {
      logger.error({ err: error }, 'cannot record a webhook')
      return null
    })
    if (isNew === null)
      return sendJson(exchange, 503, { error: 'not recorded' }, { 'Retry-After': '60' })
    if (!isNew) return sendJson(exchange, 200, { repeated: true })
    onChange(change.scope, change.cause)
    sendJson(exchange, 202, { accepted: true, ...describeEvent(change) })
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

/** Reads the raw body; stops and returns undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return undefined
  const body = await readBodyStart(request, MAX_BODY_BYTES + 1)
  return body.length > MAX_BODY_BYTES ? undefined : body
}

import { serveRequests } from '../serve-requests.ts'
import { createAccount, Refusal, SavedRefusal } from './account.ts'
import { signEvent } from './sign-event.ts'

const KEY = 'sk_test_51TheatreOfTheTests'
const SECRETS = ['whsec_oldSecretOfTheEndpoint', 'whsec_newSecretOfTheEndpoint'] as const

/**
 * Fault that the API simulates. `lost response`: the call is executed, but responds with 500; `lost expiry`:
 * the same for calls that expire a session only. `slow`: the call is executed without a response. Other
 * faults refuse calls before execution.
 */
type FaultMode = 'none' | 'lost response' | 'lost expiry' | 'slow' | 'unreachable' | 402 | 429 | 503

/** Starts a fake Stripe API with one account in memory, written from docs.stripe.com/api. */
export async function startStripe(now: () => number) {
  const account = createAccount(now)
  const idempotentResults = new Map<string, { request: string; content: object | SavedRefusal }>()
  const state: { faultMode: FaultMode; calls: string[] } = { faultMode: 'none', calls: [] }

  function callMethod(method: string, url: URL, form: URLSearchParams): object {
    const path = url.pathname.replace('/v1/checkout/sessions', '/v1/sessions')
    const [, , resource, id, action] = path.split('/')
    if (resource === 'sessions') {
      if (method === 'GET' && id) return account.find(id)
      if (method === 'GET') return { object: 'list', data: [...account.sessions.values()] }
      if (action === 'expire' && id) return account.expire(id)
      return account.create(form)
    }
    if (resource === 'refunds' && method === 'POST') return account.refund(form)
    if (resource === 'refunds') {
      const payment = url.searchParams.get('payment_intent')
      const data = account.refunds
        .filter((refund) => refund.payment_intent === payment)
        .toReversed()
      return { object: 'list', data, has_more: false }
    }
    throw new Refusal(404, `Unrecognized request URL (${method}: ${url.pathname})`)
  }

  /** Handles idempotency keys: a repeated key returns the first result, or an error for another request. */
  function handleOnce(request: Request, body: string): object {
    const url = new URL(request.url)
    const form = new URLSearchParams(body)
    const key = request.headers.get('idempotency-key')
    if (request.method !== 'POST' || key === null) return callMethod(request.method, url, form)
    const earlier = idempotentResults.get(key)
    const text = url.pathname + body
    if (earlier && earlier.request !== text) throw new Refusal(400, 'idempotency_error')
    if (earlier?.content instanceof SavedRefusal) throw earlier.content
    if (earlier) return earlier.content
    try {
      const content = callMethod(request.method, url, form)
      idempotentResults.set(key, { request: text, content: structuredClone(content) })
      return content
    } catch (error) {
      if (!(error instanceof SavedRefusal)) throw error
      const { status, message } = error
      const replayed = new SavedRefusal(status, message, { 'idempotent-replayed': 'true' })
      idempotentResults.set(key, { request: text, content: replayed })
      throw error
    }
  }

  async function handle(request: Request): Promise<Response> {
    const { faultMode } = state
    state.calls.push(`${request.method} ${new URL(request.url).pathname}`)
    try {
      if (request.headers.get('authorization') !== `Bearer ${KEY}`) {
        throw new Refusal(401, 'Invalid API Key provided')
      }
      if (typeof faultMode === 'number') throw new Refusal(faultMode, `fault ${faultMode}`)
      const content = handleOnce(request, await request.text())
      const isExpiry = faultMode === 'lost expiry' && request.url.endsWith('/expire')
      if (faultMode === 'lost response' || isExpiry) throw new Refusal(500, 'lost')
      if (faultMode === 'slow') await new Promise(() => {})
      return Response.json(content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const type = error.status === 402 ? 'card_error' : 'invalid_request_error'
      const { message, status, headers } = error
      return Response.json({ error: { type, message } }, { status, headers })
    }
  }

  const server = await serveRequests(handle, () => state.faultMode === 'unreachable')

  return {
    account,
    state,
    secrets: SECRETS,
    settings: {
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_SECRET_KEY: KEY,
      STRIPE_WEBHOOK_SECRET: SECRETS.join(' '),
      STRIPE_URL: server.url,
    },
    /** An event as the endpoint receives it (docs.stripe.com/api/events/object). */
    notify(
      type: string,
      object: object,
      over: object = {},
      secret: string = SECRETS[1],
      at = now(),
    ) {
      const body = JSON.stringify({
        id: 'evt_1',
        object: 'event',
        livemode: false,
        created: Math.floor(at / 1000),
        type,
        data: { object },
        ...over,
      })
      return { body, headers: { 'stripe-signature': signEvent(body, secret, at) } }
    },
    close: server.close,
  }
}
export type StripeApi = Awaited<ReturnType<typeof startStripe>>

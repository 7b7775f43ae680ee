import { serveRequests } from '../serve-requests.ts'
import { createAccount, Refusal } from './account.ts'
import { signEvent } from './sign-event.ts'

const KEY = 'sk_test_51TheatreOfTheTests'
const SECRETS = ['whsec_oldSecretOfTheEndpoint', 'whsec_newSecretOfTheEndpoint'] as const

/**
 * `lost response`: the call is carried out, but its response is a 500. `lost expiry`: the same for
 * expiring a session only. `slow`: the call is carried out, but gets no response. The other modes refuse
 * calls before they have an effect.
 */
type FaultMode = 'none' | 'lost response' | 'lost expiry' | 'slow' | 'unreachable' | 402 | 429 | 503

/** Starts Stripe's API, written from docs.stripe.com/api. It keeps one account in memory. */
export async function startStripe(now: () => number) {
  const account = createAccount(now)
  const answered = new Map<string, { request: string; content: object }>()
  const state: { faultMode: FaultMode; calls: string[] } = { faultMode: 'none', calls: [] }

  function answer(method: string, url: URL, form: URLSearchParams): object {
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
      const data = account.refunds.filter((refund) => refund.payment_intent === payment)
      return { object: 'list', data, has_more: false }
    }
    throw new Refusal(404, `Unrecognized request URL (${method}: ${url.pathname})`)
  }

  /** A repeated key returns the first response; with another request it is refused. */
  function answerOnce(request: Request, body: string): object {
    const url = new URL(request.url)
    const form = new URLSearchParams(body)
    const key = request.headers.get('idempotency-key')
    if (request.method !== 'POST' || key === null) return answer(request.method, url, form)
    const earlier = answered.get(key)
    const text = url.pathname + body
    if (earlier && earlier.request !== text) throw new Refusal(400, 'idempotency_error')
    if (earlier) return earlier.content
    const content = answer(request.method, url, form)
    answered.set(key, { request: text, content: structuredClone(content) })
    return content
  }

  async function handle(request: Request): Promise<Response> {
    const { faultMode } = state
    state.calls.push(`${request.method} ${new URL(request.url).pathname}`)
    try {
      if (request.headers.get('authorization') !== `Bearer ${KEY}`) {
        throw new Refusal(401, 'Invalid API Key provided')
      }
      if (typeof faultMode === 'number') throw new Refusal(faultMode, `fault ${faultMode}`)
      const content = answerOnce(request, await request.text())
      const isExpiry = faultMode === 'lost expiry' && request.url.endsWith('/expire')
      if (faultMode === 'lost response' || isExpiry) throw new Refusal(500, 'lost')
      if (faultMode === 'slow') await new Promise(() => {})
      return Response.json(content)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const type = error.status === 402 ? 'card_error' : 'invalid_request_error'
      return Response.json({ error: { type, message: error.message } }, { status: error.status })
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

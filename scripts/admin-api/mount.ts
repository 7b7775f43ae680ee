import type { Context } from 'hono'
import { endpoints } from '#api/index.ts'
import type { BodyOf, DataOf, EndpointKey, Endpoints, ParamsOf, QueryOf } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import type { Deps } from './deps.ts'
import type { App, AppEnv } from './http.ts'
import { readClient, readHost, type Client } from './client.ts'
import { createDataResponse } from './envelope.ts'
import { RequestError } from './errors.ts'
import { createIdempotency, readIdempotencyKey } from './idempotency.ts'
import { readBody, readInput, readQuery, readToken } from './request.ts'
import { findRoute, type RouteMatch } from './routes.ts'
import { checkOrigin } from './security/check-origin.ts'
import { CALL_LIMITS, createCallLimiter } from './security/limit-calls.ts'
import { openCookies, type Cookies } from './sessions/cookies.ts'
import type { LiveSession } from './sessions/sessions.ts'

/** The logged-in user of a call. */
export interface User {
  id: number
  session: LiveSession
}

/** The user of a call: always present if the endpoint requires a login, otherwise possibly null. */
type UserOf<K extends EndpointKey> = Endpoints[K]['login'] extends 'required' ? User : User | null

/** A validated call, as passed to its handler. */
interface Call<K extends EndpointKey> {
  params: ParamsOf<K>
  query: QueryOf<K>
  body: BodyOf<K>
  lang: Locale
  /** Time of the call, epoch ms; all states in the response are computed for it. */
  now: number
  user: UserOf<K>
  client: Client
  cookies: Cookies
  /** The `signature` header of a storage callback. */
  signature: string | undefined
  /** Idempotency key of a write; null without one. */
  idempotencyKey: string | null
}

/** A handler for every endpoint of the contract; a missing one is a type error. */
export type Handlers = {
  [K in EndpointKey]: (call: Call<K>) => DataOf<K> | Promise<DataOf<K>>
}

type Input = 'params' | 'query' | 'body'
type AnyCall = Omit<Call<EndpointKey>, Input> & Record<Input, unknown>

/** Mounts every endpoint of the contract below `/api/`. */
export function mountEndpoints(app: App, deps: Deps, handlers: Handlers): void {
  const { config, sessions } = deps
  const idempotency = createIdempotency(deps)
  const limiter = createCallLimiter(deps.callLimits ?? CALL_LIMITS)

  /** The logged-in user; sends renewed credentials when they are due. */
  async function findUser(
    context: Context<AppEnv>,
    cookies: Cookies,
    now: number,
  ): Promise<User | null> {
    const token = readToken(context.req.header('token'), context.req.header('authorization'))
    const refuse = (userId: number) => {
      context.set('userId', userId)
      context.set('denial', 'session token without its cookie')
    }
    if (token === null) return null
    const session = await sessions.find(token, cookies.read('sid'), now, refuse)
    if (!session) return null
    context.set('userId', session.userId)
    const next = session.renewalDue ? await sessions.renew(session, now) : null
    if (next) {
      cookies.writeSession(next.cookie, next.expiresAt)
      context.header('renewed-token', next.token)
    }
    return { id: session.userId, session }
  }

  async function readCall(context: Context<AppEnv>, route: RouteMatch) {
    const endpoint = endpoints[route.key]
    const { req } = context
    const query = readQuery(req.url)
    const isWrite = endpoint.method === 'POST'
    if (isWrite) {
      const [origin, fetchSite] = [req.header('origin'), req.header('sec-fetch-site')]
      checkOrigin({ origin, fetchSite, host: readHost(context) }, config.siteUrl)
    }
    const now = deps.now()
    const cookies = openCookies(context, config.siteUrl)
    const user = endpoint.login === 'none' ? null : await findUser(context, cookies, now)
    if (endpoint.login === 'required' && !user) throw new RequestError('unauthorized')
    const body = isWrite ? await readBody(req.raw) : {}
    const keyHeader = endpoint.idempotent ? req.header('idempotency-key') : undefined
    const call: AnyCall = {
      params: readInput(endpoint.params, 'path', route.params),
      query: readInput(endpoint.query, 'query', query),
      body: readInput(endpoint.body, 'body', body),
      lang: context.get('lang'),
      now,
      user,
      client: readClient(context, cookies, config),
      cookies,
      idempotencyKey: readIdempotencyKey(keyHeader),
      signature: req.header('signature'),
    }
    return call
  }

  app.all('/api/*', async (context) => {
    const route = findRoute(context.req.method, context.req.path)
    const { key } = route
    context.set('endpoint', key)
    const call = await readCall(context, route)
    // The call was validated by the schemas of the same key, but TypeScript cannot correlate the two
    // lookups.
    const handle = handlers[key] as (call: AnyCall) => unknown
    const { user, body, now, idempotencyKey, client } = call
    const run = (isRepeat: boolean) => {
      // Repeats return the first result and do not count towards the rate limit.
      if (!isRepeat) limiter.check(key, { userId: user?.id ?? null, address: client.address }, now)
      return handle(call)
    }
    const attempt = user &&
      idempotencyKey !== null && { key: idempotencyKey, endpoint: key, body, userId: user.id, now }
    const data = attempt ? await idempotency.runOnce(attempt, run) : await run(false)
    const { envelope, status } = createDataResponse(data, now)
    context.set('code', envelope.code)
    return context.json(envelope, status)
  })
}

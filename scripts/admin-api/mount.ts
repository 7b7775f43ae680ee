import { endpoints } from '#api/index.ts'
import type { BodyOf, DataOf, EndpointKey, ParamsOf, QueryOf } from '#api/index.ts'
import type { Locale } from '#api/language.ts'
import type { App } from './app.ts'
import { answerData } from './envelope.ts'
import { RequestError } from './errors.ts'
import { readBody, readInput, readQuery } from './read-input.ts'
import { readToken } from './request.ts'
import { findRoute } from './routes.ts'

/** The logged-in user of a call. */
export interface User {
  id: number
}

/** A checked call: what a handler works with. */
export interface Call<K extends EndpointKey> {
  params: ParamsOf<K>
  query: QueryOf<K>
  body: BodyOf<K>
  lang: Locale
  /** The moment of the call: every state in its answer is of this moment. */
  now: number
  user: User | null
}

export type Handler<K extends EndpointKey> = (call: Call<K>) => DataOf<K> | Promise<DataOf<K>>
/** Every call of the contract has a handler: a missing one is a type error. */
export type Handlers = { [K in EndpointKey]: Handler<K> }

export interface MountOptions {
  handlers: Handlers
  now(): number
  findUser(token: string): User | null
}

type AnyHandler = (call: {
  params: unknown
  query: unknown
  body: unknown
  lang: Locale
  now: number
  user: User | null
}) => unknown

/** Answers every call of the contract below `/api/`. */
export function mountEndpoints(app: App, { handlers, now, findUser }: MountOptions): void {
  app.all('/api/*', async (context) => {
    const { key, params } = findRoute(context.req.method, context.req.path)
    context.set('route', key)
    const endpoint = endpoints[key]
    const query = readQuery(context.req.url)
    const token = readToken(context.req.header('token'), context.req.header('authorization'))
    const user = token === null ? null : findUser(token)
    if (endpoint.login === 'required' && !user) throw new RequestError('unauthorized')
    const body = endpoint.method === 'POST' ? await readBody(context.req.raw) : {}
    const call = {
      params: readInput(endpoint.params, 'path', params),
      query: readInput(endpoint.query, 'query', query),
      body: readInput(endpoint.body, 'body', body),
      lang: context.get('lang'),
      now: now(),
      user,
    }
    // The call was read by the schemas of the same key as the handler; TypeScript cannot follow
    // that two lookups by one key belong together.
    const handle = handlers[key] as AnyHandler
    const { envelope, status } = answerData(await handle(call), call.now)
    context.set('code', envelope.code)
    return context.json(envelope, status)
  })
}

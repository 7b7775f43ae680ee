import { ofetch } from 'ofetch'
import * as v from 'valibot'
import { TOO_MANY_CALLS } from '#api/codes.ts'
import type { Endpoint } from '#api/endpoint.ts'
import { classifyCode, readCode } from '#api/envelope.ts'
import type { Locale } from '#api/language.ts'
import { ApiError, NetworkError, TimeoutError } from './errors.ts'

type Schema = v.GenericSchema<unknown, unknown>

export interface ClientOptions {
  /** Address before `/api`: the admin API at build, empty (own origin) in the browser. */
  baseUrl: string
  /** The server flag header: 1 at build, 0 in the browser. */
  server: 0 | 1
  getLocale: () => Locale
  /** The user token, null for visitors. */
  getToken: () => string | null
  /** Longest wait for an answer, in ms. */
  timeoutMs: number
  /** Takes the next token that an answer brought, and the one that the call was made with. */
  onRenewedToken?: (used: string, next: string) => void
  fetch?: typeof globalThis.fetch
}

interface Call<P extends Schema, Q extends Schema, B extends Schema> {
  params?: v.InferInput<P>
  query?: v.InferInput<Q>
  body?: v.InferInput<B>
  signal?: AbortSignal
  idempotencyKey?: string
}

/** What a call gives: its data, a refusal that the caller handles, or nothing without login. */
export type Answer<Data> =
  | { status: 'ok'; data: Data }
  | { status: 'refused'; code: number; msg: string; data: unknown }
  | { status: 'unauthorized' }

function fillPath(path: string, params: unknown): string {
  const values: Record<string, unknown> = { ...(params as object | undefined) }
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
}

function readMessage(body: unknown): string {
  const result = v.safeParse(v.object({ msg: v.string() }), body)
  return result.success ? result.output.msg : ''
}

function translateFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && cause.name === 'TimeoutError') return new TimeoutError(error)
  return new NetworkError(error)
}

const HTTP_TOO_MANY_REQUESTS = 429

/**
 * The code that an answer is handled by. A limit of calls is one refusal of the catalogue, however an
 * API or a proxy before it says so: with a code of its own, an envelope of code 429, or no envelope.
 */
function readRefusalCode(body: unknown, status: number): number {
  const code = readCode(body, status)
  const isLimited = status === HTTP_TOO_MANY_REQUESTS || code === HTTP_TOO_MANY_REQUESTS
  return isLimited && classifyCode(code) !== 'pass-through' ? TOO_MANY_CALLS : code
}

/** A proxy on the way responds for an API that it cannot reach: to visitors that is the network. */
function createError(code: number, message: string): Error {
  const error = new ApiError(code, message)
  if (code === 502) return new NetworkError(error)
  return code === 504 ? new TimeoutError(error) : error
}

/**
 * Makes the one way to call the admin API. It knows the contract, the headers and the error
 * catalogue (spec sections 7 and 8), and no store.
 * @returns `call(endpoint, input)`; it rejects with ApiError, TimeoutError or NetworkError; a
 * cancelled call rejects with the signal's own reason.
 */
export function createClient(options: ClientOptions) {
  const request = ofetch.create({}, options.fetch ? { fetch: options.fetch } : {})

  function headersOf(token: string | null, idempotencyKey: string | undefined) {
    return {
      server: String(options.server),
      lang: options.getLocale(),
      token: token ?? '',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    }
  }

  return async function call<
    P extends Schema,
    Q extends Schema,
    B extends Schema,
    D extends Schema,
  >(
    endpoint: Pick<Endpoint<P, Q, B, D>, 'method' | 'path' | 'params' | 'query' | 'body' | 'data'>,
    input: Call<P, Q, B> = {},
  ): Promise<Answer<v.InferOutput<D>>> {
    const deadline = AbortSignal.timeout(options.timeoutMs)
    const token = options.getToken()
    const response = await request
      .raw<unknown>(options.baseUrl + fillPath(endpoint.path, input.params), {
        method: endpoint.method,
        query: { ...(input.query as object | undefined) },
        ...(endpoint.method === 'POST' ? { body: { ...(input.body as object | undefined) } } : {}),
        headers: headersOf(token, input.idempotencyKey),
        signal: input.signal ? AbortSignal.any([input.signal, deadline]) : deadline,
        credentials: 'same-origin',
        retry: 0,
        ignoreResponseError: true,
      })
      .catch((error: unknown) => {
        throw translateFailure(error, input.signal)
      })
    const renewed = response.headers.get('renewed-token')
    if (token !== null && renewed) options.onRenewedToken?.(token, renewed)
    const body = response._data
    const code = readRefusalCode(body, response.status)
    const data = v.safeParse(v.object({ data: v.unknown() }), body)
    const payload = data.success ? data.output.data : undefined
    switch (classifyCode(code)) {
      case 'success':
        return { status: 'ok', data: v.parse(endpoint.data, payload) }
      case 'pass-through':
        return { status: 'refused', code, msg: readMessage(body), data: payload }
      case 'unauthorized':
        return { status: 'unauthorized' }
      case 'rejected':
        throw createError(code, readMessage(body) || `code ${code}`)
    }
  }
}

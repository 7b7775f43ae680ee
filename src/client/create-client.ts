import { ofetch } from 'ofetch'
import * as v from 'valibot'
import { TOO_MANY_CALLS } from '#api/codes.ts'
import type { Endpoint } from '#api/endpoint.ts'
import { classifyCode, readCode } from '#api/envelope.ts'
import { cleanLine } from '#api/member-text.ts'
import type { Locale } from '#api/language.ts'
import { ApiError, NetworkError, RefusalError, TimeoutError } from './errors.ts'
import { createHeaders } from './request-headers.ts'

type Schema = v.GenericSchema<unknown, unknown>

export interface ClientOptions {
  /** URL before `/api`: the admin API at build time, empty (own origin) in the browser. */
  baseUrl: string
  /** Value of the `server` header: 1 at build time, 0 in the browser. */
  server: 0 | 1
  getLocale: () => Locale
  /** The user token, null for visitors. */
  getToken: () => string | null
  /** Timeout of a call, in ms. */
  timeoutMs: number
  /** Called with the token of the call and the renewed token of the response. */
  onRenewedToken?: (used: string, next: string) => void
  fetch?: typeof globalThis.fetch
}

interface Call<P extends Schema, Q extends Schema, B extends Schema> {
  params?: v.InferInput<P>
  query?: v.InferInput<Q> | undefined
  body?: v.InferInput<B> | undefined
  signal?: AbortSignal
  idempotencyKey?: string
}

/** The result of a call: its data, a refusal that the caller handles, or a 401. */
export type CallResult<Data> =
  | { status: 'ok'; data: Data }
  | { status: 'refused'; code: number; msg: string; data: unknown }
  | { status: 'unauthorized' }

/** The data of a call that requires no login. @throws RefusalError, or ApiError for an unexpected 401 */
export function unwrapResult<Data>(result: CallResult<Data>): Data {
  if (result.status === 'ok') return result.data
  if (result.status === 'refused') throw new RefusalError(result.code, result.msg)
  throw new ApiError(401, '')
}

function fillPath(path: string, params: unknown): string {
  const values: Record<string, unknown> = { ...(params as object | undefined) }
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  )
}

const MAX_MESSAGE = 300

/** Reads the message of a response as one line of plain text, because a foreign API may send markup. */
function readMessage(body: unknown): string {
  const result = v.safeParse(v.object({ msg: v.string() }), body)
  if (!result.success) return ''
  return cleanLine(result.output.msg.replaceAll(/<[^>]*>/g, ' ')).slice(0, MAX_MESSAGE)
}

function translateFailure(error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (cause instanceof Error && cause.name === 'TimeoutError') return new TimeoutError(error)
  return new NetworkError(error)
}

const HTTP_TOO_MANY_REQUESTS = 429

/**
 * Reads the code of a response. All forms of rate limiting map to one code of the catalogue: a business
 * code, an envelope with code 429, or a 429 of a proxy without envelope.
 */
function readRefusalCode(body: unknown, status: number): number {
  const code = readCode(body, status)
  const isLimited = status === HTTP_TOO_MANY_REQUESTS || code === HTTP_TOO_MANY_REQUESTS
  return isLimited && classifyCode(code) !== 'pass-through' ? TOO_MANY_CALLS : code
}

/** A 502 or 504 of a proxy counts as a network error or a timeout. */
function createError(code: number, body: unknown): Error {
  const error = new ApiError(code, readMessage(body) || `code ${code}`, readCode(body, 0) === code)
  if (code === 502) return new NetworkError(error)
  return code === 504 ? new TimeoutError(error) : error
}

/**
 * Creates the client of the admin API: contract, headers and error catalogue (spec sections 7 and 8),
 * without stores.
 * @returns `call(endpoint, input)`; it rejects with ApiError, TimeoutError or NetworkError, or with ValiError for
 * data that does not follow the contract; a cancelled call rejects with the signal's own reason.
 */
export function createClient(options: ClientOptions) {
  const request = ofetch.create({}, options.fetch ? { fetch: options.fetch } : {})

  return async function call<
    P extends Schema,
    Q extends Schema,
    B extends Schema,
    D extends Schema,
  >(
    endpoint: Endpoint<P, Q, B, D>,
    input: Call<P, Q, B> = {},
  ): Promise<CallResult<v.InferOutput<D>>> {
    const deadline = AbortSignal.timeout(options.timeoutMs)
    const token = options.getToken()
    const response = await request
      .raw<unknown>(options.baseUrl + fillPath(endpoint.path, input.params), {
        method: endpoint.method,
        query: { ...(input.query as object | undefined) },
        ...(endpoint.method === 'POST' ? { body: { ...(input.body as object | undefined) } } : {}),
        headers: {
          ...createHeaders(options.server, options.getLocale(), token),
          ...(input.idempotencyKey && { 'idempotency-key': input.idempotencyKey }),
        },
        signal: input.signal ? AbortSignal.any([input.signal, deadline]) : deadline,
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
        throw createError(code, body)
    }
  }
}

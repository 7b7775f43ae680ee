import * as v from 'valibot'
import { mapLocales } from '#api/language.ts'
import { TOO_MANY_CALLS } from '#api/codes.ts'
import type { ContentKind } from '#api/content-webhook.ts'
import type { Endpoint } from '#api/endpoint.ts'
import { createPageSchema } from '#api/paging.ts'
import { getInit } from '#api/site.ts'
import { createClient, unwrapResult } from '#client/create-client.ts'
import { ApiError, TimeoutError } from '#client/errors.ts'
import { setVenueTimeZone } from '#i18n/format.ts'
import type { Locale } from '#i18n/locales.ts'
import { fetchCached } from './query-cache.ts'
import type { RequestContext } from './query-cache/cache.ts'
import {
  ContentFaultError,
  ContentUnavailableError,
  type ContentFault,
} from './query-cache/content-fault.ts'
import { findEmptyResponse } from './empty-responses.ts'
import { getEndpointKind, isRecord } from './query-cache/item-references.ts'
import { dropFaultyItems } from './query-cache/drop-faulty-items.ts'
import { readItemId, makeQueryKey } from './query-cache/query-key.ts'
import { buildConfig } from './build-config.ts'
import { fetchKeepAlive } from './keep-alive-fetch.ts'

type Schema = v.GenericSchema<unknown, unknown>

const ATTEMPTS = 3
const TIMEOUT_MS = 10_000

const createLocaleClient = (locale: Locale) =>
  createClient({
    get baseUrl() {
      return buildConfig.adminApiUrl
    },
    server: 1,
    getLocale: () => locale,
    getToken: () => null,
    timeoutMs: TIMEOUT_MS,
    fetch: fetchKeepAlive,
  })
const CALLS = mapLocales(createLocaleClient)

/** Endpoints of single pages: like items, they may be faulty. Every page needs all other endpoints. */
const SINGLE_PAGES = new Set([
  '/api/index/about',
  '/api/index/business',
  '/api/index/banner',
  '/api/index/calendar',
  '/api/search/recommend',
])

/**
 * After this many consecutive items without a response, the API counts as down instead of the items as
 * faulty.
 */
const MAX_UNREACHABLE = 8
let consecutiveUnreachable = 0

/**
 * Reads content at build time. Each distinct query is sent to the API once per build, and none for disabled
 * sections. Failed connections are retried. Faulty items of a list are replaced by their previous version, or
 * dropped.
 * @throws ContentFaultError when the requested item or page is faulty
 * @throws ContentUnavailableError when a response that every page needs is missing or invalid
 */
export async function readContent<Q extends Schema, B extends Schema, D extends Schema>(
  endpoint: Endpoint<Schema, Q, B, D>,
  locale: Locale,
  query?: v.InferInput<Q>,
  body?: v.InferInput<B>,
): Promise<v.InferOutput<D>> {
  if (endpoint.path !== getInit.path) {
    const init = await readContent(getInit, locale)
    // Pages show dates in the time zone of the venue.
    setVenueTimeZone(init.site.time_zone)
    const empty = findEmptyResponse(endpoint.path, init, Object.assign({}, query, body))
    if (empty) return v.parse(endpoint.data, empty)
  }
  const { method, path, data } = endpoint
  const key = makeQueryKey({ method, path, locale, query, body })
  const given = JSON.stringify(Object.assign({}, query, body))
  const send = async () => unwrapResult(await CALLS[locale](endpoint, { query, body }))
  const [id, kind] = [readItemId(key), getEndpointKind(path)]
  const item = id === null || kind === null ? null : { kind, id }
  const call = { path, locale, item, name: `${method} ${path} ${given} (${locale})`, send, data }
  // The key contains the endpoint, so the cached result has the type of its data.
  return fetchCached(key, (context) => requestContent(call, context)) as Promise<v.InferOutput<D>>
}

interface ContentCall {
  path: string
  locale: Locale
  /** The requested item; null for other responses. */
  item: { kind: ContentKind; id: number } | null
  /** Method, path, input and locale. */
  name: string
  send: () => Promise<unknown>
  /** Schema of the data. */
  data: Schema
}

async function requestContent(call: ContentCall, context: RequestContext): Promise<unknown> {
  let data: unknown
  try {
    data = await callWithRetries(call.send, context.before)
    consecutiveUnreachable = 0
    const missing = findMissingItems(call, data)
    if (missing) context.onFault(missing)
  } catch (cause) {
    consecutiveUnreachable = isUnreachable(cause) ? consecutiveUnreachable + 1 : 0
    if (consecutiveUnreachable >= MAX_UNREACHABLE) {
      throw new ContentUnavailableError(`${call.name} failed`, { cause })
    }
    if (!v.isValiError<Schema>(cause))
      throw toContentError(call, null, describeFailure(cause), cause)
    data = correctResponse(call, cause, context)
  }
  const { item } = call
  const received = isRecord(data) ? data['id'] : undefined
  if (item && received !== undefined && received !== item.id) {
    throw toContentError(call, 'id', `Expected ${item.id} but received ${received}`)
  }
  return data
}

/** Drops or replaces the faulty items of an invalid response. @throws when a fault lies outside of items */
function correctResponse(call: ContentCall, cause: v.ValiError<Schema>, context: RequestContext) {
  const { path, locale, item, data: schema } = call
  const [issue] = cause.issues
  const payload: unknown = issue.path?.[0]?.input ?? issue.input
  if (payload === undefined) {
    throw toContentError(call, null, 'the response is not JSON with data', cause)
  }
  const place = { path, locale, isItemQuery: item !== null, before: context.before }
  const corrected = dropFaultyItems(schema, payload, place)
  if (!corrected) throw toContentError(call, v.getDotPath(issue) ?? 'data', issue.message, cause)
  for (const fault of corrected.faults) context.onFault(fault)
  return corrected.data
}

function toContentError(call: ContentCall, field: string | null, reason: string, cause?: unknown) {
  const { path, locale, item, name } = call
  const text = [name, field, reason].filter((part) => part !== null).join(': ')
  if (!item && !SINGLE_PAGES.has(path)) {
    return new ContentUnavailableError(
      `${text} (every page needs this response of ADMIN_API_URL, ${buildConfig.adminApiUrl})`,
      { cause },
    )
  }
  const subject = item ? `${item.kind} ${item.id}` : path
  const effect = cause instanceof ApiError && cause.code === 404 ? 'gone' : 'left-out'
  const fault: ContentFault = { subject, kind: item?.kind ?? null, locale, field, reason, effect }
  return new ContentFaultError(fault, { cause: new Error(text, { cause }) })
}

const PageSchema = createPageSchema(v.unknown())

/** The fault of a page of a list that lacks items; null for a complete page and for other responses. */
function findMissingItems({ path, locale }: ContentCall, data: unknown): ContentFault | null {
  if (!v.is(PageSchema, data)) return null
  const { items, page, size, total } = data
  if (items.length > 0 || (page - 1) * size >= total) return null
  const reason = `page ${page} is empty, but total is ${total}`
  return { subject: path, kind: null, locale, field: 'items', reason, effect: 'left-out' }
}

/** Calls the API; calls without a response are retried. @throws the last failure */
async function callWithRetries(send: ContentCall['send'], before: unknown): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      if (!isUnreachable(error) || attempt >= countAttempts(error, before)) throw error
    }
  }
}

/** Whether a call has no response, or an API is overloaded: neither is a fault of the item. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === TOO_MANY_CALLS || error.code === 503
  return !v.isValiError(error)
}

/** A cached item is not retried after a timeout, because that would delay other edits. */
function countAttempts(error: unknown, before: unknown): number {
  if (!(error instanceof TimeoutError)) return ATTEMPTS
  return before === undefined ? 2 : 1
}

function describeFailure(error: unknown): string {
  if (error instanceof TimeoutError) return `no response within ${TIMEOUT_MS / 1000} s`
  if (!(error instanceof ApiError)) return 'the connection failed'
  const { code, message } = error
  if (code >= 300 && code < 400) return `the API responded with a redirect (${code})`
  const isRepeated = message === '' || message === `code ${code}`
  // The client maps all forms of rate limiting to this code.
  const shown = code === TOO_MANY_CALLS ? 429 : code
  return `the API responded with ${shown}${isRepeated ? '' : ` (${message})`}`
}

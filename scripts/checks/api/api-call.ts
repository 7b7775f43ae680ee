import { endpoints, type EndpointKey } from '#api/index.ts'
import type { Locale } from '#api/language.ts'

/** A call of an endpoint. */
export interface ApiCall {
  key: EndpointKey
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** The first language of the walk if undefined. */
  lang?: Locale
  /** The user token; null or undefined for visitors. */
  token?: string | null
}
export type CompleteCall = ApiCall & { lang: Locale }

// Object.keys returns strings; these are the endpoint keys.
export const endpointKeys = Object.keys(endpoints) as EndpointKey[]

const READ_ONLY_POSTS = new Set<EndpointKey>([
  'POST /api/index/calendar',
  'POST /api/course/calendar',
  'POST /api/perform/calendar',
  'POST /api/live/facts',
  'POST /api/account/member',
  'POST /api/account/messages',
  'POST /api/order/list',
])

/** Whether a call is read-only. */
export function isReadOnly(key: EndpointKey): boolean {
  return endpoints[key].method === 'GET' || READ_ONLY_POSTS.has(key)
}

/** Whether an endpoint has a query parameter of this name. */
export function takes(key: EndpointKey, parameter: string): boolean {
  const { query } = endpoints[key]
  return 'entries' in query && typeof query.entries === 'object' && parameter in query.entries
}

/** An order number that no order has. */
export const UNKNOWN_ORDER = 'ZZZZZZZZ99999999'

/** Builds the path of a call, with an example value for path parameters. */
export function writePath({ key, query = {} }: Pick<ApiCall, 'key' | 'query'>): string {
  const search = new URLSearchParams(query).toString()
  const path = endpoints[key].path.replaceAll(/\{\w+\}/g, 'example')
  return search === '' ? path : `${path}?${search}`
}

/** A short description of a call: `?id=3, en, with token`. */
export function describeCall({ query = {}, body, lang, token }: CompleteCall): string {
  const search = new URLSearchParams(query).toString()
  return [
    search === '' ? '' : `?${search}`,
    body && Object.keys(body).length > 0 ? JSON.stringify(body) : '',
    lang,
    token ? 'with token' : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}

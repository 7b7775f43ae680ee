import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import type { Locale } from '#api/language.ts'

/** A call to make. */
export interface ApiCall {
  key: EndpointKey
  query?: Record<string, string>
  body?: Record<string, unknown>
  lang: Locale
  /** The user token; visitors have none. */
  token?: string | null
}

// Object.keys returns strings; these are the endpoint keys.
export const endpointKeys = Object.keys(endpoints) as EndpointKey[]

const READING_POSTS = new Set<EndpointKey>([
  'POST /api/index/calendar',
  'POST /api/course/calendar',
  'POST /api/perform/calendar',
  'POST /api/live/facts',
  'POST /api/account/member',
  'POST /api/order/list',
])

/** Whether a call is read-only. */
export function isReading(key: EndpointKey): boolean {
  return endpoints[key].method === 'GET' || READING_POSTS.has(key)
}

/** Writes the path of a call, with an example value for path parameters. */
export function writePath({ key, query = {} }: Pick<ApiCall, 'key' | 'query'>): string {
  const search = new URLSearchParams(query).toString()
  const path = endpoints[key].path.replaceAll(/\{\w+\}/g, 'example')
  return search === '' ? path : `${path}?${search}`
}

/** Describes a call in short: `?id=3, en, with token`. */
export function describeCall({ query = {}, body, lang, token }: ApiCall): string {
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

import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import type { Locale } from '#api/language.ts'

/** One call to make. */
export interface Question {
  key: EndpointKey
  query?: Record<string, string>
  body?: Record<string, unknown>
  lang: Locale
  /** The user token; visitors have none. */
  token?: string | null
}

// Object.keys knows only strings; the keys of the map are exactly the endpoint keys.
export const endpointKeys = Object.keys(endpoints) as EndpointKey[]

const READING_POSTS = new Set<EndpointKey>([
  'POST /api/index/calendar',
  'POST /api/course/calendar',
  'POST /api/perform/calendar',
  'POST /api/live/facts',
  'POST /api/account/member',
  'POST /api/order/list',
])

/** Whether a call only reads: asking it changes nothing. */
export function isReading(key: EndpointKey): boolean {
  return endpoints[key].method === 'GET' || READING_POSTS.has(key)
}

/** The path of a call; for a variable of the path (a provider) any name does. */
export function writePath({ key, query = {} }: Pick<Question, 'key' | 'query'>): string {
  const search = new URLSearchParams(query).toString()
  const path = endpoints[key].path.replaceAll(/\{\w+\}/g, 'example')
  return search === '' ? path : `${path}?${search}`
}

/** A question in short: `?id=3, en, with token`. */
export function describeQuestion({ query = {}, body, lang, token }: Question): string {
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

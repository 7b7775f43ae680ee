import fc from 'fast-check'
import { endpoints } from '#api/index.ts'
import type { EndpointKey } from '#api/index.ts'
import type { TestAdminApi } from '#tests/support/admin-api.ts'
import { anyText } from '#tests/support/any-text.ts'

// Requests to every endpoint with plausible and with random input.

export interface FuzzRequest {
  key: EndpointKey
  search: string
  body: string
  lang: string
}

// The contract's map is exactly these keys.
const keys = Object.keys(endpoints) as EndpointKey[]
const names = [
  'id',
  'page',
  'size',
  'q',
  'kind',
  'month',
  'city_id',
  'state',
  'from',
  'show_id',
  'tier_id',
]
const values = fc.oneof(
  fc.constantFrom(
    '1',
    '2',
    '0',
    '-1',
    '1.5',
    '999999999',
    '9999999999',
    'open',
    'past',
    'performance',
  ),
  fc.constantFrom(
    '2027-05',
    '2027-02-31',
    '2000-01',
    '0000-01-01',
    '茶馆',
    '"',
    '*',
    '%',
    'a OR b',
    '\u0000',
  ),
  anyText({ maxLength: 80 }),
)
const anySearch = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...names), fc.string()), values), { maxLength: 5 })
  .map((pairs) => String(new URLSearchParams(pairs)))
const fields = fc.dictionary(
  fc.oneof(fc.constantFrom(...names, 'mobile', 'purpose', '__proto__', 'constructor'), fc.string()),
  fc.oneof(values, fc.jsonValue(), fc.integer()),
)
const anyBody = fc.oneof(
  fc.json(),
  fields.map((value) => JSON.stringify(value)),
  fc.string(),
)

export const anyRequest: fc.Arbitrary<FuzzRequest> = fc.record({
  key: fc.constantFrom(...keys),
  search: anySearch,
  body: anyBody,
  lang: fc.constantFrom('zh-cn', 'en', '', 'xx'),
})

export function sendRequest({ request }: TestAdminApi, { key, search, body, lang }: FuzzRequest) {
  const { method, path } = endpoints[key]
  const url = `${path.replaceAll(/\{\w+\}/g, 'local')}?${search}`
  const headers = { lang, 'content-type': 'application/json' }
  return request(url, method === 'GET' ? { method, headers } : { method, headers, body })
}

import { describe, expect, test } from 'vitest'
import { BUSINESS_CODES, findBusinessKey } from '#api/codes.ts'
import { describeEndpoint } from '#api/descriptions.ts'
import { endpoints } from '#api/index.ts'

/** Spec section 7, in its order, with the providers' callback as a path under /api. */
const CALLS = `
GET /api/index/init
GET /api/index/banner
POST /api/index/calendar
GET /api/index/about
GET /api/index/business
POST /api/sms/send
POST /api/user/login
POST /api/user/{provider}_login
POST /api/account/completeEmail
GET /api/account/profile
POST /api/account/profile
POST /api/account/member
POST /api/course/calendar
POST /api/perform/calendar
POST /api/upload/{provider}_callback
GET /api/search/recommend
GET /api/search/results
GET /api/search/morelist
POST /api/order/list
GET /api/order/detail
POST /api/order/create
POST /api/order/pay
POST /api/order/pay_h5
POST /api/order/verify
GET /api/course/index
GET /api/course/list
GET /api/course/detail
GET /api/course/calendar
GET /api/course/datelist
GET /api/course/news_detail
GET /api/course/applyinfo
GET /api/course/activity_datelist
GET /api/course/activity_detail
GET /api/course/activity_applyinfo
POST /api/course/apply
POST /api/course/activity_apply
GET /api/perform/index
GET /api/perform/list
GET /api/perform/detail
GET /api/perform/ticket
GET /api/perform/ticket_query
GET /api/perform/news_detail
GET /api/artist/config
GET /api/artist/artist_list
GET /api/artist/news_list
GET /api/artist/artist_detail
GET /api/artist/news_detail
`
  .trim()
  .split('\n')

describe('endpoint map', () => {
  test('lists 47 calls from spec section 7', () => {
    expect(new Set(CALLS).size).toBe(47)
  })

  test.each(CALLS)('contains %s as a call of the specification', (key) => {
    const [, endpoint] = Object.entries(endpoints).find(([name]) => name === key) ?? []
    expect(endpoint && describeEndpoint(endpoint).source).toBe('spec 7')
  })

  test('marks all other endpoints as additions', () => {
    const others = Object.entries(endpoints).filter(([key]) => !CALLS.includes(key))
    const sources = others.map(([, endpoint]) => describeEndpoint(endpoint).source)
    expect(new Set(sources)).toEqual(new Set(['addition']))
  })

  test.each(Object.entries(endpoints))(
    'has the method and path of %s as its key',
    (key, endpoint) => {
      expect(key).toBe(`${endpoint.method} ${endpoint.path}`)
      expect(describeEndpoint(endpoint).summary).toMatch(/^[A-Z].{8,}[^.]$/)
    },
  )
})

describe('business codes', () => {
  const allCodes = Object.keys(BUSINESS_CODES).map(Number)

  test('are within the pass-through range', () => {
    for (const code of allCodes) {
      expect(code).toBeGreaterThanOrEqual(500_001)
      expect(code).toBeLessThanOrEqual(599_999)
    }
  })

  test('have unique message keys', () => {
    const keys = Object.values(BUSINESS_CODES)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('are defined and listed once per call', () => {
    for (const [key, endpoint] of Object.entries(endpoints)) {
      const { codes } = describeEndpoint(endpoint)
      expect(new Set(codes).size, key).toBe(codes.length)
      for (const code of codes) expect(findBusinessKey(code), key).toBeDefined()
    }
  })

  test('of other systems are undefined', () => {
    expect(findBusinessKey(599_999)).toBeUndefined()
  })
})

import { describe, expect, test } from 'vitest'
import type { EndpointKey } from '#api/index.ts'
import { CALL_LIMITS, createCallLimiter } from '#scripts/admin-api/security/limit-calls.ts'
import { TooManyCallsError } from '#scripts/admin-api/errors.ts'

const MINUTE = 60_000
const SHARED_ADDRESS = '203.0.113.9'
const START = 1_000_000

/** Number of refused calls when each visitor makes the given calls, evenly spread over the time. */
function countRefusals(visitors: number, withinMs: number, calls: readonly EndpointKey[]): number {
  const limiter = createCallLimiter(CALL_LIMITS)
  let refused = 0
  for (let n = 0; n < visitors; n += 1) {
    const now = START + (n * withinMs) / visitors
    for (const key of calls) {
      try {
        limiter.check(key, { userId: n, address: SHARED_ADDRESS }, now)
      } catch (error) {
        if (!(error instanceof TooManyCallsError)) throw error
        refused += 1
      }
    }
  }
  return refused
}

const SEARCH = 'GET /api/search/results'
const QUOTE = 'POST /api/order/quote'
const CREATE = 'POST /api/order/create'

describe('CALL_LIMITS', () => {
  test('let 500 visitors behind one address search, quote and buy within a minute', () => {
    const visit = [SEARCH, SEARCH, SEARCH, QUOTE, QUOTE, CREATE] as const
    expect(countRefusals(500, MINUTE, visit)).toBe(0)
  })

  test('refuse most of a flood from one address', () => {
    const calls = 60 * 219
    expect(countRefusals(calls, MINUTE, [SEARCH])).toBeGreaterThan(calls * 0.75)
    expect(countRefusals(calls, MINUTE, [CREATE])).toBeGreaterThan(calls * 0.85)
  })

  test.each<readonly [EndpointKey, number]>([
    [QUOTE, 1000],
    ['POST /api/course/eligibility', 1000],
    [CREATE, 30],
    ['POST /api/order/exchange', 30],
    ['POST /api/order/pay', 30],
    ['POST /api/order/pay_h5', 30],
    ['POST /api/order/pay_in_app', 30],
    ['POST /api/order/extend', 30],
    ['POST /api/order/invoice', 30],
    ['POST /api/account/export', 5],
    ['POST /api/account/delete', 5],
  ])('accept %s from one member %i times at once', (key, times) => {
    const limiter = createCallLimiter(CALL_LIMITS)
    const call = () => limiter.check(key, { userId: 1, address: SHARED_ADDRESS }, START)
    for (let n = 0; n < times; n += 1) call()
    expect(call).toThrow(TooManyCallsError)
  })

  test('limit a visitor without an account by address, separately per endpoint', () => {
    const limiter = createCallLimiter(CALL_LIMITS)
    const call = (key: EndpointKey) =>
      limiter.check(key, { userId: null, address: SHARED_ADDRESS }, START)
    for (let n = 0; n < 1000; n += 1) call(SEARCH)
    expect(() => call(SEARCH)).toThrow(TooManyCallsError)
    expect(() => call('GET /api/search/recommend')).not.toThrow()
  })
})

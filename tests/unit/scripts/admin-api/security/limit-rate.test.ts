import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter } from '#scripts/admin-api/security/limit-rate.ts'

const LIMIT = { burst: 3, refillMs: 1000 }
const START = 1_000_000

/** Calls like a client that ignores refusals. @returns whether each call was accepted */
function callAt(limiter: ReturnType<typeof createRateLimiter>, key: string, times: number[]) {
  return times.map((now) => {
    if (limiter.readWaitMs(key, now) > 0) return false
    limiter.take(key, now)
    return true
  })
}

describe('createRateLimiter', () => {
  test('accepts a burst, then refuses with the wait in milliseconds', () => {
    const limiter = createRateLimiter(LIMIT)
    expect(callAt(limiter, 'a', [START, START, START, START])).toEqual([true, true, true, false])
    expect(limiter.readWaitMs('a', START)).toBe(1000)
    expect(limiter.readWaitMs('a', START + 400)).toBe(600)
  })

  test('accepts a call exactly after the wait, and refuses one a millisecond before', () => {
    const limiter = createRateLimiter(LIMIT)
    callAt(limiter, 'a', [START, START, START])
    expect(callAt(limiter, 'a', [START + 999, START + 1000, START + 1000])).toEqual([
      false,
      true,
      false,
    ])
  })

  test('limits each key separately', () => {
    const limiter = createRateLimiter(LIMIT)
    callAt(limiter, 'a', [START, START, START])
    expect(limiter.readWaitMs('b', START)).toBe(0)
  })

  test('refills to at most one burst', () => {
    const limiter = createRateLimiter(LIMIT)
    callAt(limiter, 'a', [START])
    const later = START + 1_000_000
    expect(callAt(limiter, 'a', [later, later, later, later])).toEqual([true, true, true, false])
  })

  test('locks no key out when the clock is set back', () => {
    const limiter = createRateLimiter(LIMIT)
    callAt(limiter, 'a', [START, START, START])
    expect(limiter.readWaitMs('a', START - 500_000)).toBe(0)
  })

  test('keeps a bounded number of keys and evicts the least recently used', () => {
    const limiter = createRateLimiter(LIMIT, 2)
    callAt(limiter, 'a', [START, START])
    callAt(limiter, 'b', [START, START, START])
    callAt(limiter, 'a', [START])
    callAt(limiter, 'c', [START])
    expect(limiter.size).toBe(2)
    expect(limiter.readWaitMs('a', START)).toBe(1000)
    expect(limiter.readWaitMs('b', START)).toBe(0)
  })

  test('accepts in any period at most a burst plus the refill', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(gaps, (intervals) => {
        const limiter = createRateLimiter(LIMIT)
        let now = START
        const times = intervals.map((gap) => (now += gap))
        const accepted = callAt(limiter, 'a', times)
        const acceptedTimes = times.filter((_, index) => accepted[index])
        acceptedTimes.forEach((from, first) => {
          acceptedTimes.slice(first).forEach((to, count) => {
            expect(count + 1).toBeLessThanOrEqual(LIMIT.burst + (to - from) / LIMIT.refillMs)
          })
        })
      }),
    )
  })
})

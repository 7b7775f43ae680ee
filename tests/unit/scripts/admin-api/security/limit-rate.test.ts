import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter } from '#scripts/admin-api/security/limit-rate.ts'

const LIMIT = { burst: 3, refillMs: 1000 }
const START = 1_000_000

/** Calls as a client does that ignores every refusal. @returns whether each call was accepted */
function callAt(limiter: ReturnType<typeof createRateLimiter>, key: string, times: number[]) {
  return times.map((now) => {
    if (limiter.readWaitMs(key, now) > 0) return false
    limiter.take(key, now)
    return true
  })
}

describe('a rate limiter', () => {
  test('accepts a burst, then refuses and names the wait', () => {
    const limiter = createRateLimiter(LIMIT)
    expect(callAt(limiter, 'a', [START, START, START, START])).toEqual([true, true, true, false])
    expect(limiter.readWaitMs('a', START)).toBe(1000)
    expect(limiter.readWaitMs('a', START + 400)).toBe(600)
  })

  test('accepts a call exactly after the wait, and refuses it a moment before', () => {
    const limiter = createRateLimiter(LIMIT)
    callAt(limiter, 'a', [START, START, START])
    expect(callAt(limiter, 'a', [START + 999, START + 1000, START + 1000])).toEqual([
      false,
      true,
      false,
    ])
  })

  test('keeps one key apart from another', () => {
    const limiter = createRateLimiter(LIMIT)
    callAt(limiter, 'a', [START, START, START])
    expect(limiter.readWaitMs('b', START)).toBe(0)
  })

  test('saves up no more than one burst', () => {
    const limiter = createRateLimiter(LIMIT)
    callAt(limiter, 'a', [START])
    const later = START + 1_000_000
    expect(callAt(limiter, 'a', [later, later, later, later])).toEqual([true, true, true, false])
  })

  test('locks nobody out when the clock is set back', () => {
    const limiter = createRateLimiter(LIMIT)
    callAt(limiter, 'a', [START, START, START])
    expect(limiter.readWaitMs('a', START - 500_000)).toBe(0)
  })

  test('remembers a bounded number of keys and forgets the one that called longest ago', () => {
    const limiter = createRateLimiter(LIMIT, 2)
    callAt(limiter, 'a', [START, START])
    callAt(limiter, 'b', [START, START, START])
    callAt(limiter, 'a', [START])
    callAt(limiter, 'c', [START])
    expect(limiter.size).toBe(2)
    expect(limiter.readWaitMs('a', START)).toBe(1000)
    expect(limiter.readWaitMs('b', START)).toBe(0)
  })

  test('accepts in no span of time more than a burst and what came back in it', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(gaps, (given) => {
        const limiter = createRateLimiter(LIMIT)
        let now = START
        const times = given.map((gap) => (now += gap))
        const accepted = callAt(limiter, 'a', times)
        const kept = times.filter((_, index) => accepted[index])
        kept.forEach((from, first) => {
          kept.slice(first).forEach((to, count) => {
            expect(count + 1).toBeLessThanOrEqual(LIMIT.burst + (to - from) / LIMIT.refillMs)
          })
        })
      }),
    )
  })
})

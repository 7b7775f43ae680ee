import type { EndpointKey } from '#api/index.ts'
import { TooManyCallsError } from '../errors.ts'
import { createRateLimiter, type RateLimit } from './limit-rate.ts'
import { HOUR, MINUTE } from '../../lib/durations.ts'

/** An endpoint, or the starts and callbacks of a sign-in by redirect, which are not in the contract. */
type LimitedCall = EndpointKey | 'sign-in by redirect'

/** Calls that share a token bucket per account or per network address. */
export interface CallLimit extends RateLimit {
  calls: readonly LimitedCall[]
  by: 'account' | 'address'
}

const NEW_ORDERS: readonly EndpointKey[] = ['POST /api/order/create', 'POST /api/order/exchange']

/**
 * Rate limits of expensive calls: 30 searches, 30 quotes and 5 orders per second and address. An address
 * may be shared by 500 visitors in a venue who search and buy in the same minute; an account is one person
 * who changes their mind a few times.
 */
export const CALL_LIMITS: readonly CallLimit[] = [
  {
    calls: ['GET /api/search/results', 'GET /api/search/morelist'],
    by: 'address',
    burst: 1000,
    refillMs: 33,
  },
  {
    calls: ['POST /api/order/quote', 'POST /api/course/eligibility'],
    by: 'address',
    burst: 1000,
    refillMs: 33,
  },
  // Cancelled orders and exchanges count too: each one held places for a while.
  { calls: NEW_ORDERS, by: 'account', burst: 30, refillMs: 2 * MINUTE },
  { calls: NEW_ORDERS, by: 'address', burst: 1000, refillMs: 200 },
  // Each one can close a payment at the provider and open another, whose calls are limited for all members.
  {
    calls: ['POST /api/order/pay', 'POST /api/order/pay_h5', 'POST /api/order/pay_in_app'],
    by: 'account',
    burst: 30,
    refillMs: 10_000,
  },
  // Every call is logged, and the log is part of the order.
  {
    calls: ['POST /api/order/extend', 'POST /api/order/invoice'],
    by: 'account',
    burst: 30,
    refillMs: MINUTE,
  },
  // Each start and callback calls the provider, which may refuse the calls of the whole installation.
  { calls: ['sign-in by redirect'], by: 'address', burst: 1000, refillMs: 200 },
  // An export reads every file of the member.
  { calls: ['POST /api/account/export'], by: 'account', burst: 5, refillMs: HOUR },
  // Each one sends an SMS, whose number per hour is limited for all members, and a login cancels it.
  { calls: ['POST /api/account/delete'], by: 'account', burst: 5, refillMs: HOUR },
]

interface Caller {
  userId: number | null
  address: string
}

/** Creates a limiter of calls. Visitors who are not logged in are limited by their address only. */
export function createCallLimiter(limits: readonly CallLimit[]) {
  const rules = limits.map((limit) => ({ ...limit, limiter: createRateLimiter(limit) }))

  function listBuckets(key: LimitedCall, { userId, address }: Caller) {
    return rules
      .filter(({ calls }) => calls.includes(key))
      .flatMap(({ by, limiter }) => {
        if (by === 'address') return { limiter, name: address }
        return userId === null ? [] : { limiter, name: String(userId) }
      })
  }

  return {
    /**
     * Counts a call; refused calls do not count.
     * @throws TooManyCallsError with the time to wait
     */
    check(key: LimitedCall, caller: Caller, now: number): void {
      const buckets = listBuckets(key, caller)
      const waitMs = Math.max(
        0,
        ...buckets.map(({ limiter, name }) => limiter.readWaitMs(name, now)),
      )
      if (waitMs > 0) throw new TooManyCallsError(waitMs)
      for (const { limiter, name } of buckets) limiter.take(name, now)
    },
  }
}

import { MINUTE } from '../../venue-time.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Column = 'target' | 'address' | 'device_hash' | 'user_id'

/** At most `max` codes within `withinMs` for the same values of some columns. */
export interface SendLimit {
  by: readonly Column[]
  max: number
  withinMs: number
  toleranceMs: number
  /**
   * Who is limited. A limit for `unknown` senders is smaller than the one for all: what is left of the
   * phone's share is for browsers that have logged in with it, and strangers cannot use it up.
   */
  senders: 'all' | 'unknown'
}

/**
 * How many codes are sent. The limits of a phone for all senders are those that SMS gateways set
 * themselves. Codes are counted in the database, in the transaction that sends.
 */
export const SEND_LIMITS: readonly SendLimit[] = [
  // Browsers count the minute by their own clock: one that is a moment early is not refused.
  { by: ['target'], max: 1, withinMs: MINUTE, toleranceMs: 1000, senders: 'all' },
  { by: ['target'], max: 5, withinMs: HOUR, toleranceMs: 0, senders: 'all' },
  { by: ['target'], max: 10, withinMs: DAY, toleranceMs: 0, senders: 'all' },
  { by: ['target'], max: 4, withinMs: HOUR, toleranceMs: 0, senders: 'unknown' },
  { by: ['target'], max: 7, withinMs: DAY, toleranceMs: 0, senders: 'unknown' },
  // One stranger alone leaves something to the owner on a new device.
  { by: ['target', 'address'], max: 5, withinMs: DAY, toleranceMs: 0, senders: 'unknown' },
  { by: ['device_hash'], max: 10, withinMs: HOUR, toleranceMs: 0, senders: 'all' },
  { by: ['user_id'], max: 10, withinMs: HOUR, toleranceMs: 0, senders: 'all' },
]

/** Codes per address and hour for unknown senders: without challenges, and with them (a full hall behind one address). */
export const ADDRESS_LIMIT = { max: 30, maxWithChallenge: 120, withinMs: HOUR } as const

/** All codes together, of `SMS_PER_HOUR`: unknown senders leave a fifth to those who are known. */
export const BUDGET = { unknownShare: 0.8, withinMs: HOUR } as const

/**
 * From how many codes an unknown sender has to solve a challenge first: for a phone, from an address,
 * and all together as a share of `SMS_PER_HOUR`.
 */
export const CHALLENGE_FROM = { target: 2, address: 10, budgetShare: 0.5, withinMs: HOUR } as const

/**
 * Numbers that differ in their last four digits only, get codes and never use them are pumped: somebody
 * earns by the SMS. With fewer than `minUsed` of `sends` codes used in a day, unknown senders have to
 * solve a challenge for them, and wait where challenges are off.
 */
export const PUMPING = { digits: 4, sends: 50, minUsed: 5, withinMs: DAY } as const

export const CODE = {
  lifetimeMs: 5 * MINUTE,
  attempts: 5,
  resendMs: MINUTE,
} as const

/**
 * Wrong codes after which a device waits with a phone, and an address with all phones. Only guesses
 * that were compared with a code count. All unknown devices together get 7 codes a day for a phone, so
 * 35 guesses of a million (NIST SP 800-63B-4, 3.2.2, allows 100).
 */
export const FAILURES = {
  perDevice: 10,
  perAddress: 30,
  withinMs: HOUR,
  pauseMs: 30 * MINUTE,
} as const

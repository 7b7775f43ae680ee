import { DAY, HOUR, MINUTE } from '../../../lib/durations.ts'

type Column = 'target' | 'address' | 'device_hash' | 'user_id'

/** At most `max` codes within `withinMs` for the same values of the columns `by`. */
export interface SendLimit {
  by: readonly Column[]
  max: number
  withinMs: number
  toleranceMs?: number
  /**
   * Senders that the limit applies to. Limits for `unknown` senders are lower, which reserves the rest for
   * browsers that have logged in with the phone.
   */
  senders: 'all' | 'unknown'
}

/**
 * Limits of sent codes. Those per phone for all senders are the usual limits of SMS gateways. Codes are
 * counted in the database, in the transaction that stores the code.
 */
export const SEND_LIMITS: readonly SendLimit[] = [
  // Tolerates browsers whose countdown ends slightly early.
  { by: ['target'], max: 1, withinMs: MINUTE, toleranceMs: 1000, senders: 'all' },
  { by: ['target'], max: 5, withinMs: HOUR, senders: 'all' },
  { by: ['target'], max: 10, withinMs: DAY, senders: 'all' },
  { by: ['target'], max: 4, withinMs: HOUR, senders: 'unknown' },
  { by: ['target'], max: 7, withinMs: DAY, senders: 'unknown' },
  // A single unknown sender cannot use up the limit, so the owner can log in on a new device.
  { by: ['target', 'address'], max: 5, withinMs: DAY, senders: 'unknown' },
  { by: ['device_hash'], max: 10, withinMs: HOUR, senders: 'all' },
  { by: ['user_id'], max: 10, withinMs: HOUR, senders: 'all' },
]

/** Codes per address and hour for unknown senders. With challenges, a venue may share one address. */
export const ADDRESS_LIMIT = { max: 30, maxWithChallenge: 120, withinMs: HOUR } as const

/** Share of the total limit `SMS_PER_HOUR` for unknown senders; the rest is reserved for known devices. */
export const BUDGET = { unknownShare: 0.8, withinMs: HOUR } as const

/**
 * Number of codes from which unknown senders must solve a challenge: per phone, per address, and in total as
 * a share of `SMS_PER_HOUR`.
 */
export const CHALLENGE_FROM = { target: 2, address: 10, budgetShare: 0.5, withinMs: HOUR } as const

/**
 * SMS pumping: codes are requested for numbers that differ only in their last four digits and never used, to
 * earn from the SMS. If fewer than `minUsed` of at least `sends` codes were used within a day, unknown senders
 * must solve a challenge, or are refused for an hour when challenges are off.
 */
export const PUMPING = { digits: 4, sends: 50, minUsed: 5, withinMs: DAY } as const

export const CODE = {
  lifetimeMs: 5 * MINUTE,
  attempts: 5,
  resendMs: MINUTE,
} as const

/**
 * Wrong codes that lock a device for a phone, and an address for all phones. Only attempts that were compared
 * with a live code count. All unknown devices together get 7 codes a day for a phone, hence 35 guesses of a
 * million (NIST SP 800-63B-4, 3.2.2, allows 100).
 */
export const FAILURES = {
  perDevice: 10,
  perAddress: 30,
  withinMs: HOUR,
  pauseMs: 30 * MINUTE,
} as const

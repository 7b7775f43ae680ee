import type { Selectable } from 'kysely'
import type { MemberTables } from '../../db/member-tables.ts'
import { MINUTE } from '../../venue-time.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Column = keyof Selectable<MemberTables['one_time_code']> &
  ('target' | 'address' | 'device_hash')

/** At most `most` codes within `withinMs` for one value of a column. */
export interface SendLimit {
  by: Column
  most: number
  withinMs: number
  toleranceMs: number
}

/**
 * How many codes are sent (anchors: reliability 4.3; the limits per phone are those that SMS
 * gateways set themselves). Each is counted in the database, in the transaction that sends.
 */
export const SEND_LIMITS: readonly SendLimit[] = [
  // Browsers count the minute by their own clock: one that is a moment early is not refused.
  { by: 'target', most: 1, withinMs: MINUTE, toleranceMs: 1000 },
  { by: 'target', most: 5, withinMs: HOUR, toleranceMs: 0 },
  { by: 'target', most: 10, withinMs: DAY, toleranceMs: 0 },
  { by: 'device_hash', most: 10, withinMs: HOUR, toleranceMs: 0 },
  { by: 'address', most: 30, withinMs: HOUR, toleranceMs: 0 },
]

/** All sends together are limited too, as the house's own budget (`SMS_PER_HOUR`) says. */
export const ALL_WITHIN_MS = HOUR

/**
 * Numbers that differ in their last four digits only, get codes and never use them are pumped:
 * somebody earns by the SMS. With fewer than `leastUsed` of `sends` codes used in a day they wait.
 */
export const PUMPING = { digits: 4, sends: 50, leastUsed: 5, withinMs: DAY } as const

export const CODE = {
  lifetimeMs: 5 * MINUTE,
  attempts: 5,
  resendMs: MINUTE,
} as const

/** Wrong codes after which a phone waits, and an address does. */
export const FAILURES = {
  perTarget: 10,
  perAddress: 30,
  withinMs: HOUR,
  pauseMs: 30 * MINUTE,
} as const

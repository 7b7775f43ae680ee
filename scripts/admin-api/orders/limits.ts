import { DAY, HOUR, MINUTE } from '../../lib/durations.ts'

/** Hold period of an unpaid order. */
export const HOLD = {
  /** The initial hold, and each extension. */
  ms: 15 * MINUTE,
  /** Maximum including extensions. */
  maxMs: 45 * MINUTE,
  /** Grace period after the deadline for payments in progress; the interface accepts no new ones. */
  graceMs: 2 * MINUTE,
} as const

/** Unpaid orders per account, of all kinds together. */
export const MAX_UNPAID_ORDERS = 10

/** Deadline for cancelling a course date free of charge, before it starts. */
export const COURSE_CANCEL_MS = 12 * HOUR
/** Time for which a class pass stays valid after hours were returned by staff, or because of a changed date. */
export const RETURNED_HOURS_MS = 30 * DAY
/** Deadline for online refunds of tickets, before the show starts. */
export const TICKET_REFUND_MS = 48 * HOUR
/** Time during which an admission can be undone. */
export const UNDO_MS = 5 * MINUTE
/** Time before a show starts at which admission opens. */
export const DOOR_OPENS_MS = 2 * HOUR

import { MINUTE } from '../venue-time.ts'

/** How long an unpaid order holds its stock (anchors: mission flow A, reliability 3.1). */
export const HOLD = {
  /** At first, and by each wish for more. */
  ms: 15 * MINUTE,
  /** In all: others are waiting for the places. */
  mostMs: 45 * MINUTE,
  /** After the end the screen stops, while a payment under way may still arrive. */
  graceMs: 2 * MINUTE,
} as const

/** Unpaid orders that one account may have at a time, of all kinds together. */
export const MAX_UNPAID_ORDERS = 10

/** Members cancel a course time for nothing until this long before it begins. */
export const COURSE_CANCEL_MS = 12 * 60 * MINUTE
/** Tickets are given back online until this long before the show. */
export const TICKET_REFUND_MS = 48 * 60 * MINUTE
/** An admission can be taken back for this long. */
export const UNDO_MS = 5 * MINUTE
/** The door opens this long before a show begins. */
export const DOOR_OPENS_MS = 2 * 60 * MINUTE

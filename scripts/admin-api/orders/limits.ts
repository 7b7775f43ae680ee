import { MINUTE } from '../venue-time.ts'

/** Hold period of an unpaid order (anchors: mission flow A, reliability 3.1). */
export const HOLD = {
  /** The initial hold, and each extension. */
  ms: 15 * MINUTE,
  /** Limit with all extensions. */
  maxMs: 45 * MINUTE,
  /** Grace period after the deadline for payments in progress; the interface accepts no new ones. */
  graceMs: 2 * MINUTE,
} as const

/** Unpaid orders per account, of all kinds together. */
export const MAX_UNPAID_ORDERS = 10

/** Course dates can be cancelled free of charge until this long before they begin. */
export const COURSE_CANCEL_MS = 12 * 60 * MINUTE
/** Tickets can be refunded online until this long before the show. */
export const TICKET_REFUND_MS = 48 * 60 * MINUTE
/** An admission can be undone for this long. */
export const UNDO_MS = 5 * MINUTE
/** Admission opens this long before a show begins. */
export const DOOR_OPENS_MS = 2 * 60 * MINUTE

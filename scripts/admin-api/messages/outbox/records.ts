import type {
  AnnouncedReason,
  MessageName,
  RefundedValue,
  SingleRefundReason,
} from '../message-data.ts'

export interface OrderRecord {
  orderId: number
}
export interface ApplicationRecord {
  applicationId: number
}
/** Time and hall before a change; epoch ms. */
export interface StoredOccasion {
  startsAt: number
  hallId: number
}
interface CancelledRecord extends OrderRecord {
  returned: RefundedValue
  /** Time and hall that the buyer knows, for the case that the date is restored; null for a refunded order. */
  before: StoredOccasion | null
  /** SEQUENCE of the calendar entry. */
  sequence: number
}
interface MovedRecord extends OrderRecord {
  before: StoredOccasion
  sequence: number
}

/**
 * Data stored in the outbox per kind of message: ids, and values that cannot be read later. Everything else
 * is loaded when the message is sent, in the language of the recipient. Times are epoch ms.
 */
export interface MessageRecords {
  tickets_bought: OrderRecord
  exchange_payable: OrderRecord
  booking_confirmed: OrderRecord
  class_hours_bought: OrderRecord
  membership_started: OrderRecord
  balance_topped_up: OrderRecord
  membership_ending: { until: number }
  refund: OrderRecord & { reason: AnnouncedReason; returned: RefundedValue }
  tickets_refunded: OrderRecord & {
    ticketIds: readonly number[]
    reason: SingleRefundReason
    returned: RefundedValue
  }
  show_cancelled: CancelledRecord
  show_moved: MovedRecord
  course_date_cancelled: CancelledRecord
  course_date_moved: MovedRecord
  show_reminder: OrderRecord
  course_reminder: OrderRecord
  application_received: ApplicationRecord
  application_accepted: ApplicationRecord
  application_waitlisted: ApplicationRecord
  application_declined: ApplicationRecord
  application_reopened: ApplicationRecord
  place_offered: ApplicationRecord
  mobile_changed: { changedAt: number }
  email_changed: { changedAt: number }
  sign_in_bound: { provider: string; boundAt: number }
  account_deletion_announced: { deletedAt: number }
  account_deleted: { hasOrders: boolean }
  invoice_issued: OrderRecord & { title: string; taxNumber: string | null; amountFen: number }
}

/** Messages that go through the outbox: all but codes, which are sent at once. */
export type QueuedName = Exclude<MessageName, 'login_code'>

/** Messages that confirm a purchase. */
export const CONFIRMATIONS = [
  'tickets_bought',
  'booking_confirmed',
  'class_hours_bought',
  'membership_started',
  'balance_topped_up',
] as const satisfies readonly QueuedName[]
export type Confirmation = (typeof CONFIRMATIONS)[number]

/** A kind of message with its stored data. */
export type QueuedContent = {
  [K in QueuedName]: { kind: K; record: MessageRecords[K] }
}[QueuedName]

import type { ApplicationRecord as Application } from '#api/application.ts'
import type { ExchangeEnd, Order } from '#api/order.ts'
import type { PayMethod } from '#api/pay-methods.ts'
import type { CodePurpose } from '#api/one-time-code.ts'
import type { PerformanceDetail } from '#api/perform.ts'
import type { Place } from '#api/primitives.ts'
import type { RefundReason } from '../db/order-tables.ts'

// Times are ISO 8601, money is in fen. Orders and applications are as the API returns them to the member, in
// the language of the recipient.

type OrderOf<T extends Order['type']> = Extract<Order, { type: T }>
type CourseContent = OrderOf<'course'>['content']
type CourseOrder<K extends CourseContent['kind']> = OrderOf<'course'> & {
  content: Extract<CourseContent, { kind: K }>
}

/** An order of tickets. */
export type TicketOrder = OrderOf<'performance'>
/** An order of one course date. */
export type BookingOrder = CourseOrder<'date'>

/** Reasons for refunds of single tickets. */
export type SingleRefundReason = Extract<RefundReason, 'user' | 'staff'>

/** Reasons for a refund that are explained to the buyer. */
export type AnnouncedReason = RefundReason | ExchangeEnd

/** The value that a refund returns to the buyer. */
export type RefundedValue =
  | { kind: 'money'; amountFen: number; method: PayMethod }
  /** Refunds of several payments: those of exchanged tickets and of the new ones. */
  | { kind: 'split'; amountFen: number; parts: readonly { amountFen: number; method: PayMethod }[] }
  | { kind: 'class_hours'; hours: number }
  | { kind: 'nothing' }
  /** The order is not refunded yet; the member or staff will do so. */
  | { kind: 'later' }

/** An application without its answers. */
export type ApplicationSummary = Pick<
  Application,
  'id' | 'kind' | 'subject' | 'submitted_at' | 'files_deleted_at'
>

/** Time and place of a show or date. */
export interface Occasion {
  startsAt: string
  place: Place
}

/** The change of a show or course date. */
interface Move {
  /** The previous time and place. */
  before: Occasion
  /** Deadline for a full refund or a free cancellation. */
  deadline: string
  /** SEQUENCE of the calendar entry. */
  sequence: number
}

interface Admission {
  application: ApplicationSummary
  /** Dates of the activity; empty for a course, whose dates are booked separately. */
  dates: readonly Occasion[]
}

/** The exchanged tickets of an exchange. */
interface Exchanged {
  /** The order that they belong to. */
  order: TicketOrder
  /** SEQUENCE of the calendar entry of that order. */
  sequence: number
  /** Their price beyond the credit, which is refunded. */
  refundFen: number
}

/** Data of each kind of message. */
export interface MessageData {
  login_code: { code: string; purpose: CodePurpose | 'email'; minutes: number }
  tickets_bought: {
    order: TicketOrder
    rules: PerformanceDetail['rules']
    /** End of the period for online refunds; null if it has passed. */
    refundableUntil: string | null
    /** The tickets exchanged for them; null for a purchase. */
    exchanged: Exchanged | null
  }
  /** An exchange by staff that takes effect when the member pays the difference. */
  exchange_payable: { order: TicketOrder; payUntil: string }
  booking_confirmed: { order: BookingOrder; cancellableUntil: string | null }
  class_hours_bought: { order: CourseOrder<'package'> }
  membership_started: { order: OrderOf<'member'>; from: string; until: string }
  membership_ending: { until: string }
  balance_topped_up: { order: OrderOf<'recharge'>; balanceFen: number }
  refund: {
    order: Order
    reason: AnnouncedReason
    returned: RefundedValue
    /** SEQUENCE of the calendar entry. */
    sequence: number
  }
  tickets_refunded: {
    order: TicketOrder
    /** The refunded tickets. */
    tickets: TicketOrder['tickets']
    reason: SingleRefundReason
    returned: RefundedValue
    sequence: number
  }
  show_cancelled: { order: TicketOrder; returned: RefundedValue; sequence: number }
  show_moved: Move & { order: TicketOrder }
  course_date_cancelled: { order: BookingOrder; returned: RefundedValue; sequence: number }
  course_date_moved: Move & { order: BookingOrder }
  show_reminder: { order: TicketOrder; sequence: number }
  course_reminder: { order: BookingOrder; sequence: number }
  application_received: { application: ApplicationSummary }
  application_accepted: Admission
  application_waitlisted: { application: ApplicationSummary }
  application_declined: { application: ApplicationSummary }
  application_reopened: { application: ApplicationSummary }
  /** A place for an applicant on the waiting list. */
  place_offered: Admission
  /** To the previous number and the e-mail address of the account. */
  mobile_changed: { changedAt: string }
  /** To the previous address. */
  email_changed: { changedAt: string }
  /** An account at a sign-in provider, such as WeChat, that can log in from now on. */
  sign_in_bound: { provider: string; boundAt: string }
  /** An account at a sign-in provider that can no longer log in. */
  sign_in_unbound: { provider: string; unboundAt: string }
  account_deletion_announced: { deletedAt: string }
  /** `hasOrders`: whether anonymised orders are kept, as the law requires. */
  account_deleted: { hasOrders: boolean }
  invoice_issued: {
    order: Order
    /** Recipient of the invoice; persons have no tax number. */
    title: string
    taxNumber: string | null
    amountFen: number
  }
}

export type MessageName = keyof MessageData

export interface OrderRecord {
  orderId: number
}
export interface ApplicationMessageRecord {
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
export interface MessageRecords extends Record<Confirmation, OrderRecord> {
  exchange_payable: OrderRecord
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
  application_received: ApplicationMessageRecord
  application_accepted: ApplicationMessageRecord
  application_waitlisted: ApplicationMessageRecord
  application_declined: ApplicationMessageRecord
  application_reopened: ApplicationMessageRecord
  place_offered: ApplicationMessageRecord
  mobile_changed: { changedAt: number }
  email_changed: { changedAt: number }
  sign_in_bound: { provider: string; boundAt: number }
  sign_in_unbound: { provider: string; unboundAt: number }
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

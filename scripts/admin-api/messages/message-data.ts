import type { ApplicationRecord } from '#api/application.ts'
import type { ExchangeEnd, Order } from '#api/order.ts'
import type { PayMethod } from '#api/pay-methods.ts'
import type { CodePurpose } from '#api/one-time-code.ts'
import type { PerformanceDetail } from '#api/perform.ts'
import type { Place } from '#api/primitives.ts'
import type { RefundReason } from '../db/order-tables.ts'
import type { MessageFile } from './message.ts'

// Times are ISO 8601, money is fen. Orders and applications are what their owner sees of them, in the
// language of the recipient.

type OrderOf<T extends Order['type']> = Extract<Order, { type: T }>
type CourseContent = OrderOf<'course'>['content']
type CourseOrder<K extends CourseContent['kind']> = OrderOf<'course'> & {
  content: Extract<CourseContent, { kind: K }>
}

/** An order of tickets. */
export type TicketOrder = OrderOf<'performance'>
/** An order of one course date. */
export type BookingOrder = CourseOrder<'date'>

/** Single tickets are refunded for their buyer only. */
export type SingleRefundReason = Extract<RefundReason, 'user' | 'staff'>

/** Why money comes back, as its payer reads it. */
export type AnnouncedReason = RefundReason | ExchangeEnd

/** What comes back when an order is refunded. */
export type Returned =
  | { kind: 'money'; amountFen: number; method: PayMethod }
  /** To several payments: of exchanged tickets, and of those that replaced them. */
  | { kind: 'split'; amountFen: number; parts: readonly { amountFen: number; method: PayMethod }[] }
  | { kind: 'class_hours'; hours: number }
  | { kind: 'nothing' }
  /** The price, once the reader or staff refund the order. */
  | { kind: 'later' }

/** An application without what its applicant wrote. */
export type ApplicationSummary = Pick<
  ApplicationRecord,
  'id' | 'kind' | 'subject' | 'submitted_at' | 'files_deleted_at'
>

/** When and where something takes place. */
export interface Occasion {
  startsAt: string
  place: Place
}

interface Admission {
  application: ApplicationSummary
  /** The dates of the activity; none for a course, whose dates are booked. */
  dates: readonly Occasion[]
}

/** Old tickets of an exchange: their order, what they pay of the new ones, and what of them is refunded. */
interface Exchanged {
  orderNo: string
  creditFen: number
  refundFen: number
}

/** What each kind of message is about. */
export interface MessageData {
  login_code: { code: string; purpose: CodePurpose | 'email'; minutes: number }
  tickets_bought: {
    order: TicketOrder
    rules: PerformanceDetail['rules']
    /** Until when they can be refunded online; null when that is over. */
    refundableUntil: string | null
    /** What they were exchanged for; null for a purchase. */
    exchanged: Exchanged | null
  }
  booking_confirmed: { order: BookingOrder; cancellableUntil: string | null }
  class_hours_bought: { order: CourseOrder<'package'> }
  membership_started: { order: OrderOf<'member'>; from: string; until: string }
  membership_ending: { until: string }
  balance_topped_up: { order: OrderOf<'recharge'>; balanceFen: number }
  refund: { order: Order; reason: AnnouncedReason; returned: Returned }
  tickets_refunded: {
    order: TicketOrder
    /** Those that are refunded; the others of the order stay as they are. */
    tickets: TicketOrder['tickets']
    reason: SingleRefundReason
    returned: Returned
  }
  show_cancelled: { order: TicketOrder; returned: Returned; sequence: number }
  show_moved: {
    order: TicketOrder
    /** The time and place that are no longer right. */
    before: Occasion
    /** Until when whoever cannot come is refunded in full. */
    refundableUntil: string
    sequence: number
  }
  course_date_cancelled: { order: BookingOrder; returned: Returned; sequence: number }
  course_date_moved: {
    order: BookingOrder
    /** The time and place that are no longer right. */
    before: Occasion
    cancellableUntil: string
    sequence: number
  }
  show_reminder: { order: TicketOrder }
  course_reminder: { order: BookingOrder }
  application_received: { application: ApplicationSummary }
  application_accepted: Admission
  application_waitlisted: { application: ApplicationSummary }
  application_declined: { application: ApplicationSummary }
  /** A place for somebody on the waiting list; `answerBy` is null where no answer is asked for. */
  place_offered: Admission & { answerBy: string | null }
  account_deletion_announced: { deletedAt: string }
  /** `hasOrders`: whether orders stay, as the law requires, without the person. */
  account_deleted: { hasOrders: boolean }
  invoice_issued: {
    order: Order
    /** Name and tax number that it is issued to; no number for a person. */
    title: string
    taxNumber: string | null
    amountFen: number
    file: MessageFile | null
  }
}

export type MessageName = keyof MessageData

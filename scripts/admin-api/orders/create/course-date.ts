import type { Quote } from '#api/order.ts'
import type { ELIGIBILITY_REASONS } from '#api/course.ts'
import type { Database } from '../../db/open.ts'
import { all, execute } from '../../db/write.ts'
import { BusinessError, notFound } from '../../errors.ts'
import { MINUTE } from '../../venue-time.ts'
import { readCourseDateState } from '../../states/course-state.ts'
import { moveClassHours } from '../ledger.ts'
import { findClassPass, isMemberAt } from '../members.ts'
import { findOrder, type OrderRow } from '../orders.ts'
import { quoteCourseDate } from '../quote.ts'
import { holdCourseDate } from '../reservations.ts'
import { checkPrice, insertOrder, type Buyer } from './buyer.ts'

type Reason = (typeof ELIGIBILITY_REASONS)[number]

function findDate(db: Database, id: number) {
  const query = db.query
    .selectFrom('course_date')
    .innerJoin('course', 'course.id', 'course_date.course_id')
    .selectAll('course_date')
    .select(['course.admission', 'course.price_fen', 'course.member_price_fen'])
    .select('course.booking_opens_at')
    .where('course_date.id', '=', id)
    .where('course_date.published', '=', 1)
    .where('course.published', '=', 1)
  const [date] = all(db, query)
  if (!date) throw notFound()
  return date
}
type BookableDate = ReturnType<typeof findDate>

const HOUR = 60 * MINUTE

/** Class hours that a course date costs: two for a date of 120 minutes. */
export const countHours = ({
  starts_at,
  ends_at,
}: {
  starts_at: number
  ends_at: number
}): number => Math.max(1, Math.round((ends_at - starts_at) / HOUR))

const findBooking = (db: Database, userId: number, dateId: number) =>
  db
    .prepare(
      `SELECT order_no FROM "order" WHERE user_id = ? AND course_date_id = ?
        AND status IN ('pending', 'paid', 'completed')`,
    )
    .get(userId, dateId)

const findClash = (db: Database, userId: number, date: BookableDate) =>
  db
    .prepare(
      `SELECT 1 FROM "order" JOIN course_date AS other ON other.id = "order".course_date_id
       WHERE "order".user_id = ? AND "order".status IN ('pending', 'paid', 'completed')
         AND other.id <> ? AND other.starts_at < ? AND other.ends_at > ?`,
    )
    .get(userId, date.id, date.ends_at, date.starts_at)

export const hasAcceptedApplication = (db: Database, userId: number, courseId: number) =>
  db
    .prepare(
      `SELECT 1 FROM application WHERE kind = 'course' AND item_id = ? AND user_id = ?
        AND status = 'accepted'`,
    )
    .get(courseId, userId) !== undefined

const STATE_REASONS: Partial<Record<string, Reason>> = {
  not_open: 'booking_not_open',
  full: 'full',
  ended: 'ended',
  cancelled: 'cancelled',
}

const PRICE_REASONS = {
  member_free: 'ok_free',
  class_hour: 'ok_class_hour',
  member_price: 'ok_paid',
  regular: 'ok_paid',
} as const satisfies Record<Quote['rule'], Reason>

/** Whether a buyer can book a course date, at what price, or the reason for refusal (mission flow B 2). */
export interface Eligibility {
  date: BookableDate
  reason: Reason
  quote: Quote
  pass: { id: number; hours_left: number } | undefined
  orderNo: string | null
}

interface EligibilityQuery {
  userId: number | null
  dateId: number
  canBuyOnline: boolean
  now: number
}

/** Checks whether an account can book a course date now. Read-only. */
export function checkEligibility(
  db: Database,
  { userId, dateId, canBuyOnline, now }: EligibilityQuery,
): Eligibility {
  const date = findDate(db, dateId)
  const isMember = userId !== null && isMemberAt(db, userId, now, date.starts_at)
  const pass =
    userId === null || isMember
      ? undefined
      : findClassPass(db, {
          userId,
          courseId: date.course_id,
          startsAt: date.starts_at,
          hours: countHours(date),
        })
  const price = { priceFen: date.price_fen, memberPriceFen: date.member_price_fen }
  const quote = quoteCourseDate(price, { isMember, hasClassHour: pass !== undefined })
  const booking = userId === null ? undefined : findBooking(db, userId, dateId)
  const findReason = (): Reason => {
    if (booking) return 'already_booked'
    const state = readCourseDateState(date, date.booking_opens_at, now)
    const closed = STATE_REASONS[state]
    if (closed) return closed
    if (userId === null) return 'login_required'
    if (date.admission === 'apply' && !hasAcceptedApplication(db, userId, date.course_id)) {
      return 'application_needed'
    }
    if (findClash(db, userId, date)) return 'same_time_booking'
    if (quote.payable_fen > 0 && !canBuyOnline) return 'not_sold_online'
    return PRICE_REASONS[quote.rule]
  }
  return {
    date,
    reason: findReason(),
    quote,
    pass,
    orderNo: booking ? String(booking['order_no']) : null,
  }
}

const REFUSALS = {
  already_booked: 500114,
  same_time_booking: 500118,
  full: 500101,
  booking_not_open: 500117,
  ended: 500109,
  cancelled: 500109,
  application_needed: 500119,
  not_sold_online: 500120,
} as const

/** Books a course date and holds a place. The order still has to be paid unless it is free. */
export function createBooking(
  db: Database,
  buyer: Buyer,
  { dateId, expectedFen }: { dateId: number; expectedFen: number },
): OrderRow {
  const { userId, canBuyOnline, now } = buyer
  const query = { userId, dateId, canBuyOnline, now }
  const { date, reason, quote, pass } = checkEligibility(db, query)
  if (reason in REFUSALS) throw new BusinessError(REFUSALS[reason as keyof typeof REFUSALS])
  checkPrice(quote, expectedFen)
  const subject = { type: 'course', quantity: 1, course_date_id: date.id } as const
  const order = insertOrder(db, buyer, subject, quote)
  holdCourseDate(db, order.id, date.id)
  if (quote.rule === 'class_hour' && pass) {
    const entry = { userId, orderId: order.id, reason: 'booking', now }
    // A parallel booking has spent the hours, so the quote no longer applies.
    if (!moveClassHours(db, { passId: pass.id, hours: -countHours(date) }, entry)) {
      throw new BusinessError(500104, quote)
    }
    execute(db, 'UPDATE "order" SET class_pass_id = ? WHERE id = ?', pass.id, order.id)
  }
  return findOrder(db, order.id)
}

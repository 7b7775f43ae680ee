import type { CourseDateState } from '#api/availability.ts'
import type { BusinessCode } from '#api/codes.ts'
import type { Quote } from '#api/order-creation.ts'
import type { ELIGIBILITY_REASONS } from '#api/course.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { hasRows } from '../../db/rows.ts'
import { BusinessError, notFound } from '../../errors.ts'
import { readCourseDateState } from '../../states/course-state.ts'
import { moveClassHours } from '../ledger.ts'
import { findClassPass, isMemberAt } from '../members.ts'
import { isUnexpired, OPEN_STATUSES, type OrderRow } from '../orders.ts'
import { quoteCourseDate } from '../quote.ts'
import { holdCourseDate } from '../reservations.ts'
import { insertOrder, type Buyer } from './buyer.ts'
import { HOUR } from '../../../lib/durations.ts'

type Reason = (typeof ELIGIBILITY_REASONS)[number]

const findDate = (db: Reader, id: number) =>
  db
    .selectFrom('course_date')
    .innerJoin('course', 'course.id', 'course_date.course_id')
    .selectAll('course_date')
    .select(['course.admission', 'course.price_fen', 'course.member_price_fen'])
    .select('course.booking_opens_at')
    .where('course_date.id', '=', id)
    .where('course_date.published', '=', 1)
    .where('course.published', '=', 1)
    .executeTakeFirstOrThrow(notFound)
type BookableDate = Awaited<ReturnType<typeof findDate>>

/** Class hours that a course date costs: two for a date of 120 minutes. */
export const countHours = (date: BookableDate): number =>
  Math.max(1, Math.round((date.ends_at - date.starts_at) / HOUR))

/** Orders of an account, without those that have expired unpaid by `expiredBy`. */
const selectOpenOrders = (
  db: Reader,
  { userId, expiredBy }: { userId: number; expiredBy: number },
) =>
  db
    .selectFrom('order')
    .select('order_no')
    .where('order.user_id', '=', userId)
    .where('order.status', 'in', OPEN_STATUSES)
    .where(isUnexpired(expiredBy))

/** Finds a booking of another date at the same time. */
const findClash = (open: ReturnType<typeof selectOpenOrders>, date: BookableDate) =>
  open
    .innerJoin('course_date as other', 'other.id', 'order.course_date_id')
    .where('other.id', '<>', date.id)
    .where('other.cancelled', '=', 0)
    .where('other.starts_at', '<', date.ends_at)
    .where('other.ends_at', '>', date.starts_at)
    .executeTakeFirst()

export function hasAcceptedApplication(
  db: Reader,
  userId: number,
  courseId: number,
): Promise<boolean> {
  const accepted = db
    .selectFrom('application')
    .where('kind', '=', 'course')
    .where('item_id', '=', courseId)
    .where('user_id', '=', userId)
    .where('status', '=', 'accepted')
  return hasRows(accepted)
}

const STATE_REASONS: Partial<Record<CourseDateState, Reason>> = {
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

interface EligibilityQuery {
  userId: number | null
  dateId: number
  canBuyOnline: boolean
  now: number
  /** Unpaid orders that have expired by this time (epoch ms) do not count. */
  expiredBy: number
}

/** Checks whether an account can book a course date now, and at what price. Read-only. */
export async function checkEligibility(
  db: Reader,
  { userId, dateId, canBuyOnline, now, expiredBy }: EligibilityQuery,
) {
  const date = await findDate(db, dateId)
  const isMember = userId !== null && (await isMemberAt(db, userId, now, date.starts_at))
  const pass =
    userId === null || isMember || date.price_fen === 0
      ? undefined
      : await findClassPass(db, userId, date, countHours(date))
  const price = { priceFen: date.price_fen, memberPriceFen: date.member_price_fen }
  const quote = quoteCourseDate(price, { isMember, hasClassHour: pass !== undefined })
  const open = userId === null ? null : selectOpenOrders(db, { userId, expiredBy })
  let order = await open?.where('course_date_id', '=', dateId).executeTakeFirst()
  const findReason = async (): Promise<Reason> => {
    if (order) return 'already_booked'
    const state = readCourseDateState(date, date.booking_opens_at, now)
    const closed = STATE_REASONS[state]
    if (closed) return closed
    if (userId === null || open === null) return 'login_required'
    const mustApply = date.admission === 'apply'
    if (mustApply && !(await hasAcceptedApplication(db, userId, date.course_id))) {
      return 'application_needed'
    }
    order = await findClash(open, date)
    if (order) return 'same_time_booking'
    if (quote.payable_fen > 0 && !canBuyOnline) return 'not_sold_online'
    return PRICE_REASONS[quote.rule]
  }
  const reason = await findReason()
  return { date, reason, quote, pass, orderNo: order?.order_no ?? null }
}

const REFUSALS: Partial<Record<Reason, BusinessCode>> = {
  already_booked: 500114,
  same_time_booking: 500118,
  full: 500101,
  booking_not_open: 500117,
  ended: 500109,
  cancelled: 500109,
  application_needed: 500119,
  not_sold_online: 500120,
}

/** Books a course date and holds a place. The order still has to be paid unless it is free. */
export async function createBooking(
  trx: Transaction,
  buyer: Buyer,
  { dateId, expectedFen }: { dateId: number; expectedFen: number },
): Promise<OrderRow> {
  const { userId, canBuyOnline, now } = buyer
  // Serialises with the cancellation of the date, which would otherwise miss this booking.
  await trx.selectFrom('course_date').select('id').where('id', '=', dateId).forKeyShare().execute()
  // An expired order may still be paid until it has been cancelled.
  const query = { userId, dateId, canBuyOnline, now, expiredBy: 0 }
  const { date, reason, quote, pass } = await checkEligibility(trx, query)
  const refusal = REFUSALS[reason]
  if (refusal !== undefined) throw new BusinessError(refusal)
  const subject = { type: 'course', quantity: 1, course_date_id: date.id } as const
  const order = await insertOrder(trx, buyer, subject, { quote, expectedFen })
  await holdCourseDate(trx, order.id, date.id)
  if (quote.rule !== 'class_hour' || !pass) return order
  const entry = { userId, orderId: order.id, reason: 'booking', now }
  // A concurrent booking has used the hours, so the quote no longer applies.
  if (!(await moveClassHours(trx, { passId: pass.id, hours: -countHours(date) }, entry))) {
    throw new BusinessError(500104, quote)
  }
  return trx
    .updateTable('order')
    .set({ class_pass_id: pass.id })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

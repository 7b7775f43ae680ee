import type * as v from 'valibot'
import { getEligibility } from '#api/course.ts'
import { listOrders } from '#api/order.ts'
import { MAX_PAGE_SIZE } from '#api/paging.ts'
import { callApi } from '#stores/client.ts'

export type Eligibility = v.InferOutput<typeof getEligibility.data>

export const requestEligibility = (dateId: number) => (signal: AbortSignal) =>
  callApi(getEligibility, { body: { course_date_id: dateId }, signal })

/** Requests the ids of the course dates that the member has booked; null without a response. */
export async function requestBookedDates(): Promise<number[] | null> {
  const body = { type: 'course', status: 'paid', size: MAX_PAGE_SIZE } as const
  const result = await callApi(listOrders, { body })
  if (result.status !== 'ok') return null
  return result.data.items.flatMap((order) =>
    order.type === 'course' && order.content.kind === 'date' ? order.content.course_date_id : [],
  )
}

type Reason = Eligibility['reason']
type BookableReason = Extract<Reason, `ok_${string}`>
export type Obstacle = Exclude<Reason, BookableReason>

/** Whether the member may book, by the API's reason code. */
export const isBookable = (reason: Reason): reason is BookableReason =>
  reason === 'ok_free' || reason === 'ok_class_hour' || reason === 'ok_paid'

/** Reasons for which the API refuses a date before it checks the application of the member. */
const UNDECIDED = new Set<Reason>([
  'full',
  'booking_not_open',
  'ended',
  'cancelled',
  'login_required',
])

/** Whether the application of the member was accepted, by the first date that depends on it; false without a response. */
export async function findAcceptance(
  dateIds: readonly number[],
  signal: AbortSignal,
  request = requestEligibility,
): Promise<boolean> {
  for (const id of dateIds) {
    // A date that was removed since the page was built is not found.
    const result = await request(id)(signal).catch(() => null)
    if (result?.status === 'ok' && !UNDECIDED.has(result.data.reason))
      return result.data.reason !== 'application_needed'
  }
  return false
}

const HASH = /^#book-([1-9]\d{0,8})$/

/** The id of the date in a booking URL, or null. */
export function readBookingHash(hash: string): number | null {
  const id = HASH.exec(hash)?.[1]
  return id === undefined ? null : Number(id)
}

/** The URL that opens the sheet of a date: the return path of the login. */
export const getBookingPath = (
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  dateId: number,
): string => `${pathname}${search}#book-${dateId}`

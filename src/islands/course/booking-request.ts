import type * as v from 'valibot'
import { getEligibility } from '#api/course.ts'
import { callApi } from '#stores/client.ts'

export type Eligibility = v.InferOutput<typeof getEligibility.data>

export const requestEligibility = (dateId: number) => (signal: AbortSignal) =>
  callApi(getEligibility, { body: { course_date_id: dateId }, signal })

/** Whether the reader may book, by the reason that the API gave. */
export const isBookable = ({ reason }: Pick<Eligibility, 'reason'>): boolean =>
  reason === 'ok_free' || reason === 'ok_class_hour' || reason === 'ok_paid'

const HASH = /^#book-([1-9]\d{0,8})$/

/** The date that an address asks to book, null without. */
export function readBookingHash(hash: string): number | null {
  const id = HASH.exec(hash)?.[1]
  return id === undefined ? null : Number(id)
}

/** The page with the sheet of a date open: where a login leads back to. */
export const pathOfBooking = (
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  dateId: number,
): string => `${pathname}${search}#book-${dateId}`

import type { ApplicationState, CourseDateState, CourseState } from '#api/availability.ts'
import type { Tables } from '../db/tables.ts'

type DateFacts = Pick<
  Tables['course_date'],
  'starts_at' | 'places' | 'held' | 'booked' | 'cancelled'
>
type CourseFacts = Pick<
  Tables['course'],
  'admission' | 'application_opens_at' | 'application_closes_at' | 'booking_opens_at'
>

const FEW_PLACES = 3

export const countPlacesLeft = ({ places, held, booked }: DateFacts) => places - held - booked

/** State of a course date. Booking ends when the date begins. */
export function readCourseDateState(
  date: DateFacts,
  bookingOpensAt: number,
  now: number,
): CourseDateState {
  if (date.cancelled) return 'cancelled'
  if (now >= date.starts_at) return 'ended'
  if (now < bookingOpensAt) return 'not_open'
  const left = countPlacesLeft(date)
  if (left <= 0) return 'full'
  return left <= FEW_PLACES ? 'few_left' : 'open'
}

const isUpcoming = (date: DateFacts, now: number) => !date.cancelled && date.starts_at > now
const isFull = (date: DateFacts) => countPlacesLeft(date) <= 0

/** State of the application period of a course with `admission: 'apply'`. */
export function readCourseApplicationState(
  opensAt: number,
  closesAt: number,
  dates: readonly DateFacts[],
  now: number,
): ApplicationState {
  if (now >= closesAt) return 'ended'
  if (now < opensAt) return 'not_started'
  const coming = dates.filter((date) => isUpcoming(date, now))
  return coming.length > 0 && coming.every(isFull) ? 'full' : 'open'
}

const APPLICATION_STATES = {
  not_started: 'not_open',
  open: 'open',
  full: 'sold_out',
  ended: 'ended',
} as const satisfies Record<ApplicationState, CourseState>

/** Overall state of a course: by its application period if it has one, otherwise by its dates. */
export function readCourseState(
  course: CourseFacts,
  dates: readonly DateFacts[],
  now: number,
): CourseState {
  const { admission, application_opens_at: opensAt, application_closes_at: closesAt } = course
  if (admission === 'apply' && opensAt !== null && closesAt !== null) {
    const state = readCourseApplicationState(opensAt, closesAt, dates, now)
    const isRunning = dates.some((date) => isUpcoming(date, now))
    return state === 'ended' && isRunning ? 'applications_closed' : APPLICATION_STATES[state]
  }
  if (dates.length === 0) return 'not_open'
  const coming = dates.filter((date) => isUpcoming(date, now))
  if (coming.length === 0) return 'ended'
  const states = coming.map((date) => readCourseDateState(date, course.booking_opens_at, now))
  if (states.includes('not_open')) return 'not_open'
  if (states.every((state) => state === 'full')) return 'sold_out'
  return states.includes('open') ? 'open' : 'few_left'
}

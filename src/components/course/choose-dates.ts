import type { CourseDate } from '#api/course.ts'

const OVER = new Set<CourseDate['state']>(['ended', 'cancelled'])

/** Dates that are still to come. */
export const comingDates = (dates: CourseDate[]): CourseDate[] =>
  dates.filter(({ state }) => !OVER.has(state))

/** The next date of each course, at most `count`, so that one course does not fill the list. */
export function chooseDates(dates: CourseDate[], count: number): CourseDate[] {
  const seen = new Set<number>()
  const first = comingDates(dates).filter(({ course }) => {
    if (seen.has(course.id)) return false
    seen.add(course.id)
    return true
  })
  return first.slice(0, count)
}

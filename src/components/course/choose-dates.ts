import type { CourseDate } from '#api/course.ts'

const OVER = new Set<CourseDate['state']>(['ended', 'cancelled'])

/** Lists the dates that are neither over nor cancelled. */
export const listUpcomingDates = (dates: CourseDate[]): CourseDate[] =>
  dates.filter(({ state }) => !OVER.has(state))

/** The next date of each course, at most `count`, so that one course does not fill the list. */
export function chooseDates(dates: CourseDate[], count: number): CourseDate[] {
  const listedIds = new Set<number>()
  return listUpcomingDates(dates)
    .filter(({ course: { id } }) => !listedIds.has(id) && listedIds.add(id))
    .slice(0, count)
}

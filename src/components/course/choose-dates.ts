import type { CourseDate } from '#api/course.ts'

/** The next date of each course, at most `count`, so that one course does not fill the list. */
export function chooseDates(dates: readonly CourseDate[], count: number): CourseDate[] {
  const listedIds = new Set<number>()
  return dates
    .filter(({ course: { id } }) => !listedIds.has(id) && listedIds.add(id))
    .slice(0, count)
}

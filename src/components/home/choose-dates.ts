import type { CourseDate } from '#api/course.ts'

/** The next date of each course, at most `count`, so that one course does not fill the list. */
export function chooseDates(dates: CourseDate[], count: number): CourseDate[] {
  const seen = new Set<number>()
  const first = dates.filter(({ course, state }) => {
    if (seen.has(course.id) || state === 'cancelled') return false
    seen.add(course.id)
    return true
  })
  return first.slice(0, count)
}

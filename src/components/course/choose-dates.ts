import type { CourseDate } from '#api/course.ts'
import { takeFirst } from '#content/take-first.ts'

/** The next date of each course, at most `count`, so that one course does not fill the list. */
export const chooseDates = <D extends Pick<CourseDate, 'course'>>(
  dates: readonly D[],
  count: number,
): D[] => takeFirst(dates, ({ course }) => course.id).slice(0, count)

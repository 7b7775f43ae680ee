import type { CourseDate } from '#api/course.ts'

/** The next date of each course, at most `count`, so that one course does not fill the list. */
export const chooseDates = <D extends Pick<CourseDate, 'course'>>(
  dates: readonly D[],
  count: number,
): D[] =>
  [...Map.groupBy(dates, ({ course }) => course.id).values()]
    .flatMap(([first]) => first ?? [])
    .slice(0, count)

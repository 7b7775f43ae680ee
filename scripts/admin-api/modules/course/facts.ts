import type { Reader } from '../../db/open.ts'
import { readCourseState } from '../../states/course-state.ts'

/** Published dates of published courses with the columns for their state and price. */
export function selectDates(db: Reader) {
  return db
    .selectFrom('course_date')
    .innerJoin('course', 'course.id', 'course_date.course_id')
    .where('course_date.published', '=', 1)
    .where('course.published', '=', 1)
    .select([
      'course_date.id',
      'course_date.course_id',
      'course_date.hall_id',
      'course_date.teacher_id',
      'course_date.starts_at',
      'course_date.ends_at',
      'course_date.places',
      'course_date.held',
      'course_date.booked',
      'course_date.cancelled',
      'course.booking_opens_at',
      'course.admission',
      'course.price_fen',
      'course.member_price_fen',
    ])
    .orderBy('course_date.starts_at')
    .orderBy('course_date.id')
}
export type DateRow = Awaited<ReturnType<ReturnType<typeof selectDates>['execute']>>[number]

const selectCourses = (db: Reader) => db.selectFrom('course').selectAll().where('published', '=', 1)
/** State and dates of courses, without texts; in two queries. */
export async function loadCourseFacts(db: Reader, now: number, ids?: readonly number[]) {
  const [rows, dates] = await Promise.all([
    selectCourses(db)
      .$call((select) => (ids === undefined ? select : select.where('id', 'in', ids)))
      .execute(),
    selectDates(db)
      .$call((select) =>
        ids === undefined ? select : select.where('course_date.course_id', 'in', ids),
      )
      .execute(),
  ])
  const byCourse = Map.groupBy(dates, (date) => date.course_id)
  return rows.map((row) => {
    const ownDates = byCourse.get(row.id) ?? []
    return {
      id: row.id,
      row,
      dates: ownDates,
      state: readCourseState(row, ownDates, now),
      next: ownDates.find((date) => !date.cancelled && date.starts_at > now),
    }
  })
}

export type CourseFacts = Awaited<ReturnType<typeof loadCourseFacts>>[number]

/** Sorts courses by their next date; courses without one come last. */
export function sortCourses(list: readonly CourseFacts[]): CourseFacts[] {
  const time = ({ next }: CourseFacts) => next?.starts_at ?? Number.MAX_SAFE_INTEGER
  return list.toSorted((a, b) => time(a) - time(b) || a.id - b.id)
}

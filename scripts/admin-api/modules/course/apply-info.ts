import type { ApplyInfo } from '#api/application.ts'
import type { Locale } from '#api/language.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { readCourseApplicationState } from '../../states/course-state.ts'
import { hasGrace } from '../application/grace.ts'
import type { Period } from '../read/apply-info.ts'
import { describeApplication } from '../read/apply-info.ts'
import { selectDates } from './facts.ts'

interface PeriodQuery {
  id: number
  now: number
  /** The member; null for a visitor. */
  userId: number | null
  /** Uploads of the submitted form. */
  uploadIds?: readonly number[]
}

function selectCourse(db: Reader, id: number) {
  return db
    .selectFrom('course')
    .select(['application_opens_at as opensAt', 'application_closes_at as closesAt'])
    .where('id', '=', id)
    .where('published', '=', 1)
    .where('admission', '=', 'apply')
}

/**
 * The application period of a course for this visitor or member: members with uploads in progress have a
 * grace period.
 * @throws RequestError not_found for a course that takes no applications
 */
export async function findCoursePeriod(
  db: Reader,
  { id, now, userId, ...query }: PeriodQuery,
): Promise<Period> {
  const course = await selectCourse(db, id).executeTakeFirst()
  const { opensAt, closesAt } = course ?? {}
  if (typeof opensAt !== 'number' || typeof closesAt !== 'number') throw notFound()
  const isInGrace = userId !== null && (await hasGrace(db, { ...query, now, userId, closesAt }))
  const dates = await selectDates(db).where('course_date.course_id', '=', id).execute()
  const time = isInGrace ? closesAt - 1 : now
  return { state: readCourseApplicationState(opensAt, closesAt, dates, time), opensAt, closesAt }
}

/** Data for the application form of a course. @throws RequestError not_found if it takes no applications */
export async function loadCourseApplyInfo(
  db: Reader,
  query: PeriodQuery & { lang: Locale },
): Promise<ApplyInfo> {
  const period = await findCoursePeriod(db, query)
  return describeApplication(db, { kind: 'course', ...period, ...query })
}

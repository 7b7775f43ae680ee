import type { ApplyInfo } from '#api/application.ts'
import type { Locale } from '#api/language.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { readCourseApplicationState } from '../../states/course-state.ts'
import { hasGrace } from '../application/grace.ts'
import type { Period } from '../read/apply-info.ts'
import { describeApplication } from '../read/apply-info.ts'
import { selectDates } from './facts.ts'

interface Asker {
  id: number
  now: number
  userId: number | null
  /** The files of the form that is being sent. */
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
 * The application period of a course, as it is for who asks: the deadline may wait for a member.
 * @throws RequestError not_found for a course that takes no applications
 */
export async function findCoursePeriod(
  db: Reader,
  { id, userId, ...asker }: Asker,
): Promise<Period> {
  const course = await selectCourse(db, id).executeTakeFirst()
  const { opensAt, closesAt } = course ?? {}
  if (typeof opensAt !== 'number' || typeof closesAt !== 'number') throw notFound()
  const waits = userId !== null && (await hasGrace(db, { ...asker, userId, closesAt }))
  const dates = await selectDates(db).where('course_date.course_id', '=', id).execute()
  const moment = waits ? closesAt - 1 : asker.now
  return { state: readCourseApplicationState(opensAt, closesAt, dates, moment), opensAt, closesAt }
}

/** A course that is booked date by date takes no applications: not found. */
export async function loadCourseApplyInfo(
  db: Reader,
  asker: Asker & { lang: Locale },
): Promise<ApplyInfo> {
  const period = await findCoursePeriod(db, asker)
  return describeApplication(db, { kind: 'course', ...period, ...asker })
}

import type { ApplyInfo } from '#api/application.ts'
import type { Locale } from '#api/language.ts'
import type { Database } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { readCourseApplicationState } from '../../states/course-state.ts'
import { describeApplication } from '../read/apply-info.ts'
import { loadCourseFacts } from './facts.ts'

/** A course that is booked date by date takes no applications: not found. */
export async function loadCourseApplyInfo(
  db: Database,
  { id, lang, now }: { id: number; lang: Locale; now: number },
): Promise<ApplyInfo> {
  const [course] = await loadCourseFacts(db, now, { ids: [id] })
  const opensAt = course?.row.application_opens_at ?? null
  const closesAt = course?.row.application_closes_at ?? null
  if (!course || course.row.admission === 'book' || opensAt === null || closesAt === null) {
    throw notFound()
  }
  const state = readCourseApplicationState(opensAt, closesAt, course.dates, now)
  return describeApplication(db, { kind: 'course', id, state, opensAt, closesAt, lang, now })
}

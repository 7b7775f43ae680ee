import type { Reader } from '../../db/open.ts'
import { hasRows } from '../../db/rows.ts'
import { notFound } from '../../errors.ts'
import { readCourseApplicationState } from '../../states/course-state.ts'
import type { Period } from '../read/apply-info.ts'
import { selectDates } from './facts.ts'
import { MINUTE } from '../../../lib/durations.ts'

/** Grace period after the deadline for forms whose uploads began before it. */
const GRACE_MS = 15 * MINUTE

interface PeriodQuery {
  id: number
  now: number
  /** The member; null for a visitor. */
  userId: number | null
  /** Uploads of the submitted form; undefined: any unused upload of the member. */
  uploadIds?: readonly number[]
}

/** Whether a member may still apply because an upload, such as a large video, began before the deadline. */
async function hasGrace(
  db: Reader,
  closesAt: number,
  { userId, now, uploadIds }: PeriodQuery,
): Promise<boolean> {
  if (userId === null || now < closesAt || now >= closesAt + GRACE_MS) return false
  const uploads = db
    .selectFrom('upload')
    .leftJoin('application_upload', 'application_upload.upload_id', 'upload.id')
    .where('upload.user_id', '=', userId)
    .where('upload.kind', 'in', ['resume', 'video'])
    .where('upload.state', 'in', ['open', 'received', 'ready'])
    .where('upload.created_at', '<', closesAt)
    .where('application_upload.upload_id', 'is', null)
    .$call((select) =>
      uploadIds === undefined ? select : select.where('upload.id', 'in', uploadIds),
    )
  return hasRows(uploads)
}

/**
 * The application period of a course for this visitor or member: members with uploads in progress have a
 * grace period.
 * @throws RequestError not_found for a course that takes no applications
 */
export async function findCoursePeriod(db: Reader, query: PeriodQuery): Promise<Period> {
  const { id, now } = query
  const { opensAt, closesAt } = await db
    .selectFrom('course')
    .select(['application_opens_at as opensAt', 'application_closes_at as closesAt'])
    .where('id', '=', id)
    .where('published', '=', 1)
    .where('admission', '=', 'apply')
    .executeTakeFirstOrThrow(notFound)
  if (opensAt === null || closesAt === null) throw notFound()
  const dates = await selectDates(db).where('course_date.course_id', '=', id).execute()
  const time = (await hasGrace(db, closesAt, query)) ? closesAt - 1 : now
  return { state: readCourseApplicationState(opensAt, closesAt, dates, time), opensAt, closesAt }
}

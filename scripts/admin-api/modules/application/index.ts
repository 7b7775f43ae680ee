import type { Deps } from '../../deps.ts'
import { formatTime } from '../../venue-time.ts'
import type { Handlers } from '../../mount.ts'
import { findActivityPeriod } from '../activity/apply-info.ts'
import { findCoursePeriod } from '../course/apply-info.ts'
import { apply } from './apply.ts'
import { listOwnApplications } from './list-own.ts'

export function createApplicationHandlers({ db }: Deps) {
  return {
    'POST /api/course/apply': ({ body, user: { id: userId }, now }) => {
      const { course_id: itemId, resume_upload_id, video_upload_id } = body
      const uploadIds = [resume_upload_id, video_upload_id]
      return apply(db, {
        kind: 'course',
        itemId,
        userId,
        answers: body,
        uploads: [
          { id: resume_upload_id, kind: 'resume' },
          { id: video_upload_id, kind: 'video' },
        ],
        now,
        findPeriod: (trx) => findCoursePeriod(trx, { id: itemId, userId, uploadIds, now }),
      })
    },

    'POST /api/course/activity_apply': ({ body, user: { id: userId }, now }) =>
      apply(db, {
        kind: 'activity',
        itemId: body.activity_id,
        userId,
        answers: body,
        uploads: [],
        now,
        findPeriod: (trx) => findActivityPeriod(trx, body.activity_id, now),
      }),

    'GET /api/account/applications': async ({ user, lang, now }) => ({
      applications: await listOwnApplications(db.query, user.id, lang),
      server_time: formatTime(now),
    }),
  } satisfies Partial<Handlers>
}

import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { describeApplication } from '../read/apply-info.ts'
import { findActivityPeriod } from './apply-info.ts'
import { listActivityDates, loadActivityDetail } from './dates.ts'

export function createActivityHandlers(deps: Deps) {
  const db = deps.db.query
  return {
    'GET /api/course/activity_datelist': ({ query, lang, now }) =>
      listActivityDates(db, { ...query, lang, now }),

    'GET /api/course/activity_detail': ({ query, lang, now }) =>
      loadActivityDetail(db, { ...query, lang, now }),

    'GET /api/course/activity_applyinfo': async ({ query, user, lang, now }) => {
      const period = await findActivityPeriod(db, query.id, now)
      const activity = { ...query, userId: user?.id ?? null, now }
      return describeApplication(db, { kind: 'activity', ...activity, ...period, lang })
    },
  } satisfies Partial<Handlers>
}

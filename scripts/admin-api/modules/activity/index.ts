import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../mount.ts'
import { loadActivityApplyInfo } from './apply-info.ts'
import { listActivityDates, loadActivityDetail } from './dates.ts'

export function createActivityHandlers(deps: Deps) {
  const db = deps.db.query
  return {
    'GET /api/course/activity_datelist': ({ query, lang, now }) =>
      listActivityDates(db, { ...query, lang, now }),

    'GET /api/course/activity_detail': ({ query, lang, now }) =>
      loadActivityDetail(db, { ...query, lang, now }),

    'GET /api/course/activity_applyinfo': ({ query, user, lang, now }) =>
      loadActivityApplyInfo(db, { ...query, userId: user?.id ?? null, lang, now }),
  } satisfies Partial<Handlers>
}

import type { Deps } from '../../app.ts'
import { notFound } from '../../errors.ts'
import type { Handlers } from '../../mount.ts'
import { readActivityState } from '../../states/activity-state.ts'
import { describeApplication } from '../read/apply-info.ts'
import { selectActivities } from './cards.ts'
import { listActivityDates, loadActivityDetail } from './dates.ts'

export function createActivityHandlers({ db }: Deps) {
  return {
    'GET /api/course/activity_datelist': ({ query, lang, now }) =>
      listActivityDates(db, { ...query, lang, now }),

    'GET /api/course/activity_detail': ({ query, lang, now }) =>
      loadActivityDetail(db, { ...query, lang, now }),

    'GET /api/course/activity_applyinfo': async ({ query: { id }, lang, now }) => {
      const row = await selectActivities(db, { lang, now })
        .where('activity.id', '=', id)
        .executeTakeFirst()
      if (!row) throw notFound()
      const { opens_at: opensAt, closes_at: closesAt } = row
      const state = readActivityState(row, row.last_end, now)
      return describeApplication(db, { kind: 'activity', id, state, opensAt, closesAt, lang, now })
    },
  } satisfies Partial<Handlers>
}

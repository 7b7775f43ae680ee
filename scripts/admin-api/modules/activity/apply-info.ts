import type { ApplyInfo } from '#api/application.ts'
import type { Locale } from '#api/language.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { readActivityState } from '../../states/activity-state.ts'
import type { Period } from '../read/apply-info.ts'
import { describeApplication } from '../read/apply-info.ts'

function selectActivity(db: Reader, id: number) {
  return db
    .selectFrom('activity')
    .select(({ selectFrom }) => [
      'opens_at',
      'closes_at',
      'places',
      'taken',
      selectFrom('activity_date as date')
        .select(({ fn }) => fn.max<number | null>('date.ends_at').as('end'))
        .whereRef('date.activity_id', '=', 'activity.id')
        .where('date.published', '=', 1)
        .as('last_end'),
    ])
    .where('activity.id', '=', id)
    .where('activity.published', '=', 1)
}

/** The application period of an activity. @throws RequestError not_found */
export async function findActivityPeriod(db: Reader, id: number, now: number): Promise<Period> {
  const row = await selectActivity(db, id).executeTakeFirstOrThrow(notFound)
  const state = readActivityState(row, row.last_end, now)
  return { state, opensAt: row.opens_at, closesAt: row.closes_at }
}

/** Data for the application form of an activity. */
export async function loadActivityApplyInfo(
  db: Reader,
  query: { id: number; lang: Locale; now: number; userId: number | null },
): Promise<ApplyInfo> {
  const period = await findActivityPeriod(db, query.id, query.now)
  return describeApplication(db, { kind: 'activity', ...period, ...query })
}

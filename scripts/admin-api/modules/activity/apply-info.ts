import type { ApplyInfo } from '#api/application.ts'
import type { Locale } from '#api/language.ts'
import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { readActivityState } from '../../states/activity-state.ts'
import { describeApplication, type Period } from '../read/apply-info.ts'
import { selectLastEnd } from './cards.ts'

/** The application period of an activity. @throws RequestError not_found */
export async function findActivityPeriod(db: Reader, id: number, now: number): Promise<Period> {
  const row = await db
    .selectFrom('activity')
    .select(['opens_at', 'closes_at', 'places', 'taken'])
    .select(selectLastEnd)
    .where('id', '=', id)
    .where('published', '=', 1)
    .executeTakeFirstOrThrow(notFound)
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

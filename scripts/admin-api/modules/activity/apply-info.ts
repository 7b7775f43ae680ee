import type { Reader } from '../../db/open.ts'
import { notFound } from '../../errors.ts'
import { readActivityState } from '../../states/activity-state.ts'
import type { Period } from '../read/apply-info.ts'
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
  return {
    state: state === 'applications_closed' ? 'ended' : state,
    opensAt: row.opens_at,
    closesAt: row.closes_at,
  }
}

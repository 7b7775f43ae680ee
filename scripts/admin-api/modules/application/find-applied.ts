import type { Applied, ApplicationRecord } from '#api/application.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'

/** The course or activity of an application. */
export interface Subject {
  kind: ApplicationRecord['kind']
  itemId: number
}

/** The current application of a member, reopened ones excluded; null without one. */
export async function findApplied(
  db: Reader,
  { kind, itemId }: Subject,
  userId: number,
): Promise<Applied | null> {
  const row = await db
    .selectFrom('application')
    .select(['id', 'status', 'submitted_at'])
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .where('user_id', '=', userId)
    .where('reopened_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, submitted_at: formatTime(row.submitted_at) } : null
}

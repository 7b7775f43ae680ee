import type { Applied, ApplicationRecord } from '#api/application.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'

/** What somebody applies to. */
export interface Subject {
  kind: ApplicationRecord['kind']
  itemId: number
}

/** The application that a member sent and that still counts, or null. */
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

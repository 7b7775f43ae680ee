import type { Applied, ApplicationRecord } from '#api/application.ts'
import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'
import { formatTime } from '../../venue-time.ts'

/** What somebody applies to. */
export interface Subject {
  kind: ApplicationRecord['kind']
  itemId: number
}

/** The application that a member sent and that still counts, or null. Synchronous. */
export function findApplied(
  db: Database,
  { kind, itemId }: Subject,
  userId: number,
): Applied | null {
  const query = db.query
    .selectFrom('application')
    .select(['id', 'status', 'submitted_at'])
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .where('user_id', '=', userId)
    .where('reopened_at', 'is', null)
  const [row] = all(db, query)
  return row ? { ...row, submitted_at: formatTime(row.submitted_at) } : null
}

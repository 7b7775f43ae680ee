import type { Database } from '../../db/open.ts'
import { MINUTE } from '../../venue-time.ts'

/** How long it is kept what was sent to whom: for questions about a season that is over. */
const KEPT_MS = 366 * 24 * 60 * MINUTE

/** Deletes old messages, with the addresses that they went to. @param now epoch ms */
export async function eraseOldMessages(db: Database, now: number): Promise<void> {
  await db.transaction((trx) =>
    trx
      .deleteFrom('member_message')
      .where('ended_at', '<=', now - KEPT_MS)
      .execute(),
  )
}

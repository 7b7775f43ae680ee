import type { Database } from '../db/open.ts'
import { execute } from '../db/write.ts'
import { HOLD } from './limits.ts'

/**
 * Shortens holds that were given while the clock was ahead: they would last until the clock gets
 * there again. From the reading that shows it, such an order holds its places for one hold, and can
 * be extended as if it were new.
 * @param now epoch ms
 */
export function capHolds(db: Database, now: number): void {
  execute(
    db,
    `UPDATE "order" SET expires_at = ?1, created_at = min(created_at, ?2)
      WHERE status = 'pending' AND expires_at > ?1`,
    now + HOLD.ms,
    now,
  )
}

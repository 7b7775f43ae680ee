import type { Database } from '../db/open.ts'
import { execute } from '../db/write.ts'
import { HOLD } from './limits.ts'

/**
 * Caps holds that were created while the system clock was ahead; they would otherwise outlast the
 * hold period. A capped order gets one full hold period from now and counts as created now.
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

import type { Database } from '../db/open.ts'
import { HOLD } from './limits.ts'

/**
 * Caps holds that were created while the system clock was ahead; they would otherwise outlast the
 * hold period. A capped order gets one full hold period from now and counts as created now.
 * @param now epoch ms
 */
export async function capHolds(db: Database, now: number): Promise<void> {
  const until = now + HOLD.ms
  // Usually there are none; checking first avoids a transaction, which would wait for others.
  const tooLong = db.query.selectFrom('order').select('id').where('status', '=', 'pending')
  if (!(await tooLong.where('expires_at', '>', until).executeTakeFirst())) return
  await db.transaction(async (trx) => {
    const pending = trx.updateTable('order').where('status', '=', 'pending')
    const late = pending.where('expires_at', '>', until)
    await late.set({ created_at: now }).where('created_at', '>', now).execute()
    await late.set({ expires_at: until }).execute()
  })
}

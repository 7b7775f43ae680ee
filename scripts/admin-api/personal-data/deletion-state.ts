import type { Reader } from '../db/open.ts'

/** When the account is scheduled to be deleted (epoch ms); null if no deletion is scheduled. */
export async function readDueDeletion(db: Reader, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('account_deletion')
    .select('due_at')
    .where('user_id', '=', userId)
    .where('state', '=', 'scheduled')
    .executeTakeFirst()
  return row?.due_at ?? null
}

/**
 * When a login cancelled the deletion of the account (epoch ms); null if there was none, or once its due
 * date has passed.
 */
export async function readDeletionCancelledAt(
  db: Reader,
  userId: number,
  now: number,
): Promise<number | null> {
  const row = await db
    .selectFrom('account_deletion')
    .select('ended_at')
    .where('user_id', '=', userId)
    .where('state', '=', 'cancelled')
    .where('due_at', '>', now)
    .executeTakeFirst()
  return row?.ended_at ?? null
}

import type { Reader } from '../db/open.ts'

/** When the account is due to be deleted (epoch ms); null when that is not scheduled. */
export async function readDueDeletion(db: Reader, userId: number): Promise<number | null> {
  const row = await db
    .selectFrom('account_deletion')
    .select('due_at')
    .where('user_id', '=', userId)
    .where('state', '=', 'scheduled')
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** When a login cancelled a deletion that would not be due yet (epoch ms); null without one. */
export async function readCancelled(
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

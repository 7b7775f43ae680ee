import type { Database } from '../../db/open.ts'

/** How long it is kept what was sent to whom: for questions about a season that is over. */
export const MESSAGES_KEPT_MS = 366 * 24 * 3_600_000

/**
 * Deletes old messages, with the addresses that they went to.
 * @param now epoch ms
 * @returns how many were deleted
 */
export async function eraseOldMessages(db: Database, now: number): Promise<number> {
  const { numDeletedRows } = await db.transaction((trx) =>
    trx
      .deleteFrom('member_message')
      .where('ended_at', '<=', now - MESSAGES_KEPT_MS)
      .executeTakeFirst(),
  )
  return Number(numDeletedRows)
}

/**
 * Deletes the last messages of removed accounts, once they were sent or given up.
 * @returns how many were deleted
 */
export async function eraseLastMessages(db: Database): Promise<number> {
  const { numDeletedRows } = await db.transaction((trx) =>
    trx
      .deleteFrom('member_message')
      .where('kind', '=', 'account_deleted')
      .where('ended_at', 'is not', null)
      .executeTakeFirst(),
  )
  return Number(numDeletedRows)
}

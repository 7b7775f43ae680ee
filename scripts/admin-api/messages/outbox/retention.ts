import type { Database } from '../../db/open.ts'

/** Retention of sent messages: long enough for enquiries about the previous season. */
export const MESSAGE_RETENTION_MS = 366 * 24 * 3_600_000

/**
 * Deletes old messages with their recipients' addresses.
 * @param now epoch ms
 * @returns the number of deleted messages
 */
export async function eraseOldMessages(db: Database, now: number): Promise<number> {
  const { numDeletedRows } = await db.transaction((trx) =>
    trx
      .deleteFrom('member_message')
      .where('ended_at', '<=', now - MESSAGE_RETENTION_MS)
      .executeTakeFirst(),
  )
  return Number(numDeletedRows)
}

/**
 * Deletes the last messages of removed accounts, once sent or given up.
 * @returns the number of deleted messages
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

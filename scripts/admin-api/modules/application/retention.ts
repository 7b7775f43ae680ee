import type { Database } from '../../db/open.ts'
import { LIFETIMES } from '../upload/limits.ts'

/**
 * Deletes the answers of applications after the retention period that the forms state;
 * `deleteExpiredUploads` deletes the files. Status and timeline are kept.
 * @returns the number of erased forms
 */
export async function eraseOldAnswers(db: Database, now: number): Promise<number> {
  const { numUpdatedRows } = await db.transaction((trx) =>
    trx
      .updateTable('application')
      .set({ answers: '{}' })
      .where('decided_at', '<=', now - LIFETIMES.decidedMs)
      .where('answers', '<>', '{}')
      .executeTakeFirst(),
  )
  return Number(numUpdatedRows)
}

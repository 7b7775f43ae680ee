import type { Database } from '../../db/open.ts'
import { LIFETIMES } from '../upload/limits.ts'

/**
 * Forgets what people wrote about themselves in applications that were decided long ago, as the
 * forms promise; uploads delete the files by the same time. Status and timeline stay.
 * @returns how many forms were emptied
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

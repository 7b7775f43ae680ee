import type { Database } from '../../db/open.ts'
import { LIFETIMES } from '../upload/limits.ts'

/**
 * Forgets what people wrote about themselves in applications that were decided long ago, as the
 * forms promise; uploads delete the files by the same time. Status and timeline stay.
 * @returns how many forms were emptied
 */
export function eraseOldAnswers(db: Database, now: number): number {
  const sql = `UPDATE application SET answers = '{}' WHERE decided_at <= ? AND answers <> '{}'`
  return Number(db.prepare(sql).run(now - LIFETIMES.decidedMs).changes)
}

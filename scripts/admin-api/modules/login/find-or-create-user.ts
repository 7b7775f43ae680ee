import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'
import { BusinessError } from '../../errors.ts'

/**
 * The account of a phone number, made silently for a new one.
 * @returns its id
 * @throws BusinessError 500203 for an account that staff closed
 */
export function findOrCreateUser(db: Database, mobile: string, now: number): number {
  // The last digits serve as a name until the member chooses one.
  execute(
    db,
    `INSERT INTO user (mobile, nickname, created_at) VALUES (?, ?, ?)
     ON CONFLICT (mobile) DO NOTHING`,
    mobile,
    mobile.slice(-4),
    now,
  )
  const row = db.prepare('SELECT id, disabled FROM user WHERE mobile = ?').get(mobile)
  if (!row || row['disabled'] === 1) throw new BusinessError(500203)
  return Number(row['id'])
}

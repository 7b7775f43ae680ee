import { writeAudit } from '../../db/audit.ts'
import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'
import { BusinessError } from '../../errors.ts'
import type { Identity } from './verify-token.ts'

/**
 * The member who bound a third-party account, undefined for an unknown one. Found by provider and
 * subject only, never by e-mail: who owns an address today may not have owned it before.
 * @throws BusinessError 500203 for a member whose account staff closed
 */
export function findMember(
  db: Database,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): number | undefined {
  const row = db
    .prepare(
      `SELECT user.id, user.disabled FROM user_identity JOIN user ON user.id = user_id
       WHERE provider = ? AND subject = ?`,
    )
    .get(provider, subject)
  if (row?.['disabled'] === 1) throw new BusinessError(500203)
  return row ? Number(row['id']) : undefined
}

/**
 * Binds a third-party account to a member; again is no fault. Inside a transaction.
 * @throws BusinessError 500208 when it is another member's, or the member has another one there
 */
export function bindIdentity(db: Database, userId: number, identity: Identity, now: number): void {
  const { provider, subject, name } = identity
  const bound = db
    .prepare(
      `SELECT user_id, subject FROM user_identity
       WHERE provider = ?1 AND (subject = ?2 OR user_id = ?3)`,
    )
    .all(provider, subject, userId)
  if (bound.some((row) => row['user_id'] !== userId || row['subject'] !== subject)) {
    throw new BusinessError(500208)
  }
  if (bound.length > 0) return
  execute(
    db,
    `INSERT INTO user_identity (provider, subject, user_id, name, bound_at)
     VALUES (?, ?, ?, ?, ?)`,
    provider,
    subject,
    userId,
    name,
    now,
  )
  writeAudit(db, { action: 'bind account', userId, data: { provider }, at: now })
}

/** Undoes the binding of a member's account with a provider; without one nothing happens. */
export function unbindIdentity(db: Database, userId: number, provider: string, now: number): void {
  const sql = 'DELETE FROM user_identity WHERE user_id = ? AND provider = ?'
  db.transact(() => {
    if (db.prepare(sql).run(userId, provider).changes === 0) return
    writeAudit(db, { action: 'unbind account', userId, data: { provider }, at: now })
  })
}

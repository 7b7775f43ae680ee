import type { Deps } from '../../deps.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Database } from '../../db/open.ts'
import { execute } from '../../db/write.ts'
import { BusinessError } from '../../errors.ts'
import type { User } from '../../mount.ts'

/** The phone number of an account, to which its own codes go. */
export function readOwnMobile(db: Database, userId: number): string {
  return String(db.prepare('SELECT mobile FROM user WHERE id = ?').get(userId)?.['mobile'])
}

/**
 * Refuses a change of the account unless the phone was proved lately (ASVS 7.5.1).
 * @throws BusinessError 500207
 */
export function requireFresh({ sessions }: Deps, user: User, now: number): void {
  if (!sessions.isFresh(user.session, now)) throw new BusinessError(500207)
}

/** Moves an account to another number; every other place where it is logged in ends. */
export function moveToMobile(deps: Deps, user: User, mobile: string, now: number): void {
  const { db, sessions } = deps
  db.transact(() => {
    const taken = db.prepare('SELECT id FROM user WHERE mobile = ? AND id <> ?')
    if (taken.get(mobile, user.id)) throw new BusinessError(500209)
    execute(db, 'UPDATE user SET mobile = ? WHERE id = ?', mobile, user.id)
    sessions.endOthers(user.id, user.session.id)
    sessions.confirm(user.session.id, now)
    writeAudit(db, { action: 'change mobile', userId: user.id, data: {}, at: now })
  })
}

/** Writes a proved e-mail address. @throws BusinessError 500206 when another account has it */
export function writeEmail({ db }: Deps, userId: number, email: string, now: number): void {
  db.transact(() => {
    const taken = db.prepare('SELECT id FROM user WHERE lower(email) = lower(?) AND id <> ?')
    if (taken.get(email, userId)) throw new BusinessError(500206)
    execute(db, 'UPDATE user SET email = ? WHERE id = ?', email, userId)
    writeAudit(db, { action: 'complete email', userId, data: {}, at: now })
  })
}

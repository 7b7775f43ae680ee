import type { BusinessCode } from '#api/codes.ts'
import { isUniqueViolation } from '../../../lib/db/errors.ts'
import type { Deps } from '../../deps.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Reader } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { mailConfirmations } from '../../messages/outbox/mail-confirmations.ts'
import type { User } from '../../mount.ts'

/** The phone number of an account, to which its own codes go. */
export async function readOwnMobile(db: Reader, userId: number): Promise<string> {
  const query = db.selectFrom('user').select('mobile').where('id', '=', userId)
  return (await query.executeTakeFirstOrThrow()).mobile
}

/**
 * Refuses a change of the account unless the phone was proved lately (ASVS 7.5.1).
 * @throws BusinessError 500207
 */
export function requireFresh({ sessions }: Deps, user: User, now: number): void {
  if (!sessions.isFresh(user.session, now)) throw new BusinessError(500207)
}

/**
 * Moves an account to another number; every other place where it is logged in ends.
 * @throws BusinessError 500209 when another account has the number
 */
export async function moveToMobile(
  { db, sessions }: Deps,
  user: User,
  mobile: string,
  now: number,
): Promise<void> {
  await db
    .transaction(async (trx) => {
      const users = trx.updateTable('user').where('id', '=', user.id)
      await users.set({ mobile }).execute()
      await sessions.endOthers(trx, user.id, user.session.id)
      await sessions.confirm(trx, user.session.id, now)
      await writeAudit(trx, { action: 'change mobile', userId: user.id, data: {}, at: now })
    })
    .catch(refuseTaken(500209))
}

/**
 * Writes a proved e-mail address; the first one gets the confirmations of what was just bought.
 * @throws BusinessError 500206 when another account has it
 */
export async function writeEmail(
  { db }: Deps,
  userId: number,
  email: string,
  now: number,
): Promise<void> {
  await db
    .transaction(async (trx) => {
      const { email: before } = await trx
        .selectFrom('user')
        .select('email')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow()
      await trx.updateTable('user').set({ email }).where('id', '=', userId).execute()
      if (before === null) await mailConfirmations(trx, { userId, email, now })
      await writeAudit(trx, { action: 'complete email', userId, data: {}, at: now })
    })
    .catch(refuseTaken(500206))
}

/** Numbers and addresses are unique: the row itself says that another account has one. */
const refuseTaken = (code: BusinessCode) => (error: unknown) => {
  throw isUniqueViolation(error) ? new BusinessError(code) : error
}

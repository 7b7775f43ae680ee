import type { BusinessCode } from '#api/codes.ts'
import { LOCALES } from '#api/language.ts'
import { isUniqueViolation } from '../../../lib/db/errors.ts'
import { writeAudit } from '../../db/audit.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { announceAccountChange, mailConfirmations } from '../../messages/outbox/queue-message.ts'
import type { User } from '../../mount.ts'
import { FRESH_MS } from '../../sessions/limits.ts'
import { confirmSession, endOtherSessions } from '../../sessions/sessions.ts'
import { createNickname } from './find-or-create-user.ts'
import { forgetDevices } from './known-devices.ts'

/** The phone number of an account. */
export async function readOwnMobile(db: Reader, userId: number): Promise<string> {
  const query = db.selectFrom('user').select('mobile').where('id', '=', userId)
  return (await query.executeTakeFirstOrThrow()).mobile
}

/**
 * Refuses a change of the account unless the phone was verified recently (ASVS 7.5.1).
 * @throws BusinessError 500207
 */
export function requireFresh({ session }: User, now: number): void {
  if (now >= session.confirmedAt + FRESH_MS) throw new BusinessError(500207)
}

/**
 * Sets the phone number of an account; the previous number receives a notice. A nickname that the member never
 * changed follows the number.
 * @throws a unique violation when another account has the number
 */
export async function setMobile(
  trx: Transaction,
  userId: number,
  mobile: string,
  now: number,
): Promise<void> {
  const current = await readOwnMobile(trx, userId)
  if (mobile !== current) {
    const content = { kind: 'mobile_changed', record: { changedAt: now } } as const
    await announceAccountChange(trx, content, { userId, now })
    await forgetDevices(trx, current)
  }
  const users = trx.updateTable('user').where('id', '=', userId)
  await users.set({ mobile }).execute()
  for (const lang of LOCALES) {
    await users
      .where('nickname', '=', createNickname(lang, current))
      .set({ nickname: createNickname(lang, mobile) })
      .execute()
  }
}

/**
 * Changes the phone number of an account and ends its other sessions.
 * @throws BusinessError 500209 when another account has the number
 */
export async function moveToMobile(
  trx: Transaction,
  { user, mobile, now }: { user: User; mobile: string; now: number },
): Promise<void> {
  await setMobile(trx, user.id, mobile, now).catch(refuseTaken(500209))
  await endOtherSessions(trx, user.id, user.session.id)
  await confirmSession(trx, user.session.id, now)
  await writeAudit(trx, { action: 'change mobile', userId: user.id, data: {}, at: now })
}

/**
 * Stores a verified e-mail address. Confirmations of recent purchases are sent to a first address; when the
 * address changes, the previous one receives a notice.
 * @throws BusinessError 500206 when another account has it
 */
export async function writeEmail(
  trx: Transaction,
  userId: number,
  email: string,
  now: number,
): Promise<void> {
  const { email: previous } = await trx
    .selectFrom('user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (previous !== null && previous !== email) {
    const content = { kind: 'email_changed', record: { changedAt: now } } as const
    await announceAccountChange(trx, content, { userId, now })
    await forgetDevices(trx, previous)
  }
  const account = trx.updateTable('user').set({ email }).where('id', '=', userId)
  await account.execute().catch(refuseTaken(500206))
  if (previous === null) await mailConfirmations(trx, { userId, email, now })
  await writeAudit(trx, { action: 'complete email', userId, data: {}, at: now })
}

/** Translates a unique violation: another account has the number or address. */
const refuseTaken = (code: BusinessCode) => (error: unknown) => {
  throw isUniqueViolation(error) ? new BusinessError(code) : error
}

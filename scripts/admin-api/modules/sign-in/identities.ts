import { writeAudit } from '../../db/audit.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import type { Identity } from './verify-token.ts'

/**
 * The member who bound a third-party account, undefined for an unknown one. Found by provider and
 * subject only, never by e-mail: who owns an address today may not have owned it before.
 * @throws BusinessError 500203 for a member whose account staff closed
 */
export async function findMember(
  db: Reader,
  { provider, subject }: Pick<Identity, 'provider' | 'subject'>,
): Promise<number | undefined> {
  const member = await db
    .selectFrom('user_identity')
    .innerJoin('user', 'user.id', 'user_identity.user_id')
    .select(['user.id', 'user.disabled'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (member?.disabled === 1) throw new BusinessError(500203)
  return member?.id
}

/**
 * Binds a third-party account to a member; again is no fault. Inside a transaction.
 * @throws BusinessError 500208 when it is another member's, or the member has another one there
 */
export async function bindIdentity(
  trx: Transaction,
  userId: number,
  identity: Identity,
  now: number,
): Promise<void> {
  const { provider, subject, name } = identity
  const row = { provider, subject, user_id: userId, name, bound_at: now }
  const added = await trx
    .insertInto('user_identity')
    .values(row)
    .onConflict((other) => other.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) {
    await writeAudit(trx, { action: 'bind account', userId, data: { provider }, at: now })
    return
  }
  const own = await trx
    .selectFrom('user_identity')
    .select('bound_at')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!own) throw new BusinessError(500208)
}

/** Undoes the binding of a member's account with a provider; without one nothing happens. */
export async function unbindIdentity(
  trx: Transaction,
  userId: number,
  provider: string,
  now: number,
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('user_identity')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await writeAudit(trx, { action: 'unbind account', userId, data: { provider }, at: now })
}

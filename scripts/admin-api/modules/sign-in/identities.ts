import { writeAudit } from '../../db/audit.ts'
import type { Reader, Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { announceAccountChange } from '../../messages/outbox/queue-message.ts'
import type { Identity } from './verify-token.ts'

/**
 * The member with this third-party account; undefined for an unknown one. Looked up by provider and subject
 * only, never by e-mail: addresses can change owners.
 * @throws BusinessError 500203 for an account that staff closed
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
 * Binds a third-party account to a member, who receives a notice; idempotent.
 * @throws BusinessError 500208 when it is bound to another member, or the member has another account there
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
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 1n) {
    await writeAudit(trx, { action: 'bind account', userId, data: { provider }, at: now })
    const content = { kind: 'sign_in_bound', record: { provider, boundAt: now } } as const
    await announceAccountChange(trx, content, { userId, now })
    return
  }
  const existing = await trx
    .selectFrom('user_identity')
    .select('bound_at')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!existing) throw new BusinessError(500208)
}

/** Unbinds a member's account at a provider, of which the member receives a notice; idempotent. */
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
  const content = { kind: 'sign_in_unbound', record: { provider, unboundAt: now } } as const
  await announceAccountChange(trx, content, { userId, now })
}

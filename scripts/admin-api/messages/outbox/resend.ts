import type { Transaction } from '../../db/open.ts'
import type { StoredMessage } from './send-messages.ts'

/**
 * Queues a message again, to the member's current address or number and with a new mail id.
 * @returns false if it is queued already, or the member cannot be reached by its channel any longer
 */
export async function resendMessage(
  trx: Transaction,
  { id, user_id: userId, channel, target: previousTarget }: StoredMessage,
  now: number,
): Promise<boolean> {
  const user = await trx
    .selectFrom('user')
    .select(['mobile', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const target = channel === 'mail' ? user.email : channel === 'sms' ? user.mobile : previousTarget
  if (target === null && channel !== 'account') return false
  const { numUpdatedRows } = await trx
    .updateTable('member_message')
    .set((is) => ({
      state: 'waiting',
      target,
      tries: 0,
      next_try_at: now,
      ended_at: null,
      fault: null,
      // The retry period starts again, and mail clients show the copy as a separate mail.
      created_at: now,
      copies: is('copies', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

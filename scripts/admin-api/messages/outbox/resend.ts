import type { Transaction } from '../../db/open.ts'
import type { StoredMessage } from './send-messages.ts'

/**
 * Sends a message once more, to where its member is reached now, as another mail than before.
 * @returns false when it waits already, or the member is not reached by its channel any more
 */
export async function resendMessage(
  trx: Transaction,
  { id, user_id: userId, channel, target: before }: StoredMessage,
  now: number,
): Promise<boolean> {
  const user = await trx
    .selectFrom('user')
    .select(['mobile', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const target = channel === 'mail' ? user.email : channel === 'sms' ? user.mobile : before
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
      // Four more days of tries count from here, and mail programs show the copy as a mail of its own.
      created_at: now,
      copies: is('copies', '+', 1),
    }))
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

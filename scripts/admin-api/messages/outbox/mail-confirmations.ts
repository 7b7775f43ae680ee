import type { Transaction } from '../../db/open.ts'
import { MINUTE } from '../../venue-time.ts'
import { CONFIRMATIONS } from './records.ts'

const DAY_MS = 24 * 60 * MINUTE

/**
 * Queues mails for the member's purchases of the last 24 hours, which were made without an e-mail address:
 * buyers enter it after the payment. Confirmations that were mailed already are not repeated.
 * @param now epoch ms
 */
export async function mailConfirmations(
  trx: Transaction,
  { userId, email, now }: { userId: number; email: string; now: number },
): Promise<void> {
  await trx
    .insertInto('member_message')
    .columns([
      'user_id',
      'event',
      'kind',
      'channel',
      'subject',
      'subject_id',
      'record',
      'lang',
      'target',
      'next_try_at',
      'created_at',
    ])
    .expression((select) =>
      select
        .selectFrom('member_message')
        .select(({ val, cast }) => [
          'user_id',
          'event',
          'kind',
          val('mail' as const).as('channel'),
          'subject',
          'subject_id',
          'record',
          'lang',
          val(email).as('target'),
          cast<number>(val(now), 'bigint').as('next_try_at'),
          cast<number>(val(now), 'bigint').as('created_at'),
        ])
        .where('user_id', '=', userId)
        .where('channel', '=', 'account')
        .where('kind', 'in', CONFIRMATIONS)
        .where('created_at', '>', now - DAY_MS)
        .orderBy('id'),
    )
    .onConflict((row) => row.columns(['event', 'user_id', 'channel']).doNothing())
    .execute()
}

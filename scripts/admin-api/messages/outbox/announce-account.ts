import type { Transaction } from '../../db/open.ts'
import { queueMessage } from './queue-message.ts'
import type { QueuedContent } from '../message-data.ts'

/**
 * Queues a message about a change of an account, in the transaction of the change. It goes to the number and the
 * address that the account has at this moment.
 */
export function announceAccountChange(
  trx: Transaction,
  content: QueuedContent,
  { userId, now }: { userId: number; now: number },
): Promise<void> {
  const event = `account ${userId} ${content.kind} ${now}`
  return queueMessage(trx, { ...content, userId, event, subject: null, now })
}

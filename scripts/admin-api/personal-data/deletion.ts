import { writeAudit } from '../db/audit.ts'
import { lockAccount } from '../db/locks.ts'
import type { Transaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { BusinessError } from '../errors.ts'
import { queueMessage } from '../messages/outbox/queue-message.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { listBlockers } from './blockers.ts'
import { removePerson } from './remove-person.ts'
import { DAY } from '../../lib/durations.ts'

/** Days between the request and the removal. A login in this period cancels the deletion. */
export const COOLING_OFF_DAYS = 14

/**
 * Schedules the deletion of an account, queues a message about it and ends all sessions. Call inside a
 * transaction.
 * @returns when the deletion is due (epoch ms)
 * @throws BusinessError 500215 while `listBlockers` reports open orders, visits or refunds
 */
export async function scheduleDeletion(
  trx: Transaction,
  userId: number,
  now: number,
): Promise<number> {
  await lockAccount(trx, userId)
  if ((await listBlockers(trx, userId, now)).length > 0) throw new BusinessError(500215)
  const request = {
    state: 'scheduled',
    requested_at: now,
    due_at: now + COOLING_OFF_DAYS * DAY,
    ended_at: null,
  } as const
  await trx
    .insertInto('account_deletion')
    .values({ user_id: userId, ...request })
    .onConflict((row) => row.column('user_id').doUpdateSet(request))
    .execute()
  await endAllSessions(trx, userId)
  await queueMessage(trx, {
    kind: 'account_deletion_announced',
    record: { deletedAt: request.due_at },
    userId,
    event: `account ${userId} deletion ${request.due_at}`,
    subject: null,
    now,
  })
  await writeAudit(trx, { action: 'account deletion', userId, data: {}, at: now })
  return request.due_at
}

/** Cancels a scheduled deletion, if any; called on login. Call inside a transaction. */
export async function cancelDeletion(trx: Transaction, userId: number, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('account_deletion')
    .set({ state: 'cancelled', ended_at: now })
    .where('user_id', '=', userId)
    .where('state', '=', 'scheduled')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await writeAudit(trx, { action: 'account kept', userId, data: {}, at: now })
}

/**
 * Removes the accounts whose deletion is due.
 * @returns the number of removed accounts
 * @throws the first fault, after all accounts have been tried
 */
export async function removeDueAccounts(deps: Deps, now: number): Promise<number> {
  const due = await deps.db.query
    .selectFrom('account_deletion')
    .select('user_id')
    .where('state', '=', 'scheduled')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
  let removed = 0
  const faults: unknown[] = []
  for (const { user_id: userId } of due) {
    try {
      const result = await removePerson(deps, { userId, by: { kind: 'member' }, now })
      if (result.kind === 'removed') removed += 1
      if (result.kind === 'blocked') {
        // The next run tries again, until the refund has arrived or the show is over.
        const { blockers } = result
        deps.logger.warn({ user_id: userId, blockers }, 'removal of an account is blocked')
      }
    } catch (error) {
      // The fault of one account must not delay the removal of others.
      deps.logger.error({ err: error, user_id: userId }, 'an account cannot be removed')
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
  return removed
}

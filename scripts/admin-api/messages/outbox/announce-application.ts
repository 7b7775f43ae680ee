import type { ApplicationStatus } from '#api/application.ts'
import type { Transaction } from '../../db/open.ts'
import { queueMessage } from './queue-message.ts'

/** A new status, or `reopened`: the member may apply again. */
type Change = ApplicationStatus | 'reopened'

interface ApplicationChange {
  id: number
  userId: number
  /** Null for a new one. */
  from: ApplicationStatus | null
  to: Change
  now: number
}

function findKind(from: ApplicationStatus | null, to: Change) {
  if (from === 'waitlisted' && to === 'accepted') return 'place_offered'
  return to === 'in_review' || to === 'withdrawn' ? null : (`application_${to}` as const)
}

/**
 * Queues a message about a change of an application, in the transaction of the change. The start of a
 * review and a withdrawal are not announced.
 */
export async function announceApplication(
  trx: Transaction,
  { id, userId, from, to, now }: ApplicationChange,
): Promise<void> {
  const kind = findKind(from, to)
  if (kind === null) return
  await queueMessage(trx, {
    kind,
    record: { applicationId: id },
    userId,
    // With the time, because a decision may be reversed and made again.
    event: `application ${id} ${to} ${now}`,
    subject: { type: 'application', id },
    now,
  })
}

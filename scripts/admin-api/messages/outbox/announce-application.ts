import type { ApplicationStatus } from '#api/application.ts'
import type { Transaction } from '../../db/open.ts'
import { queueMessage } from './queue-message.ts'

const KINDS = {
  received: 'application_received',
  accepted: 'application_accepted',
  waitlisted: 'application_waitlisted',
  declined: 'application_declined',
} as const

function findKind(from: ApplicationStatus | null, to: ApplicationStatus) {
  // Whoever waited for a place hears that there is one.
  if (from === 'waitlisted' && to === 'accepted') return 'place_offered'
  return to === 'in_review' || to === 'withdrawn' ? null : KINDS[to]
}

/**
 * Announces what became of an application, in the transaction of the change. A review that begins and a
 * withdrawal are no news for whoever applied.
 */
export async function announceApplication(
  trx: Transaction,
  {
    application: { id, userId },
    from,
    to,
    now,
  }: {
    application: { id: number; userId: number }
    /** Null for a new one. */
    from: ApplicationStatus | null
    to: ApplicationStatus
    now: number
  },
): Promise<void> {
  const kind = findKind(from, to)
  if (kind === null) return
  await queueMessage(trx, {
    kind,
    record: { applicationId: id },
    userId,
    // A decision that was a mistake may be taken again.
    event: `application ${id} ${to} ${now}`,
    subject: { type: 'application', id },
    now,
  })
}

import type { Applied } from '#api/application.ts'
import { writeEvent } from '../../db/events.ts'
import { lockAccount } from '../../db/locks.ts'
import type { Database, Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { announceApplication } from '../../messages/outbox/announce-application.ts'
import { formatTime } from '../../venue-time.ts'
import type { Period } from '../read/apply-info.ts'
import { claimUploads } from '../upload/claim-uploads.ts'
import { findApplied, type Subject } from './find-applied.ts'
import { takePlace } from './places.ts'

interface Form extends Subject {
  userId: number
  /** The submitted form. */
  answers: object
  uploads: Parameters<typeof claimUploads>[1]['uploads']
  now: number
  /** The application period; read inside the transaction. */
  findPeriod(trx: Transaction): Promise<Period>
}

const REFUSALS = { not_started: 500303, full: 500302, ended: 500304 } as const

async function insertApplication(
  trx: Transaction,
  { kind, itemId, userId, answers, now }: Form,
): Promise<number> {
  const { id } = await trx
    .insertInto('application')
    .values({
      kind,
      item_id: itemId,
      user_id: userId,
      status: 'received',
      answers: JSON.stringify(answers),
      submitted_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Creates an application with its place, files and event in one transaction.
 * @throws BusinessError 500301 with the existing application, 500302 full, 500303 not started, 500304 ended,
 *   500405 unusable upload
 */
export function apply(db: Database, form: Form): Promise<Applied> {
  const { userId, uploads, now } = form
  return db.transaction(async (trx) => {
    // Serialises concurrent submissions of the same form.
    await lockAccount(trx, userId)
    // Checked before the period, so that members learn of their application also after the deadline.
    const existing = await findApplied(trx, form, userId)
    if (existing) throw new BusinessError(500301, existing)
    const { state } = await form.findPeriod(trx)
    if (state !== 'open') throw new BusinessError(REFUSALS[state])
    if (!(await takePlace(trx, form))) throw new BusinessError(500302)
    const id = await insertApplication(trx, form)
    await claimUploads(trx, { userId, applicationId: id, uploads })
    await writeEvent(trx, { subject: 'application', subjectId: id, event: 'received', at: now })
    await announceApplication(trx, { id, userId, from: null, to: 'received', now })
    return { id, status: 'received', submitted_at: formatTime(now) }
  })
}

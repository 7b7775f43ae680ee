import type { Applied } from '#api/application.ts'
import { writeEvent } from '../../db/events.ts'
import { lockAccount } from '../../db/locks.ts'
import type { Database, Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { announceApplication } from '../../messages/outbox/announce-application.ts'
import { formatTime } from '../../venue-time.ts'
import type { Period } from '../read/apply-info.ts'
import { claimUploads } from '../upload/claim-uploads.ts'
import { findApplied } from './find-applied.ts'
import type { Subject } from './find-applied.ts'
import { takePlace } from './places.ts'

interface Form extends Subject {
  userId: number
  /** The form as it was sent. */
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
 * Takes an application: whether it may come, its place, its row, its files and its event are one
 * transaction, so any refusal leaves nothing behind.
 * @throws BusinessError 500301 with the first application, 500302 to 500304, 500405
 */
export function apply(db: Database, form: Form): Promise<Applied> {
  const { userId, uploads, now } = form
  return db.transaction(async (trx) => {
    // A form that is sent twice at once is the same application.
    await lockAccount(trx, userId)
    // First of all: who has applied wants to know that, also after the deadline.
    const first = await findApplied(trx, form, userId)
    if (first) throw new BusinessError(500301, first)
    const { state } = await form.findPeriod(trx)
    if (state !== 'open') throw new BusinessError(REFUSALS[state])
    if (!(await takePlace(trx, form))) throw new BusinessError(500302)
    const id = await insertApplication(trx, form)
    await claimUploads(trx, { userId, applicationId: id, uploads })
    await writeEvent(trx, { subject: 'application', subjectId: id, event: 'received', at: now })
    const application = { id, userId }
    await announceApplication(trx, { application, from: null, to: 'received', now })
    return { id, status: 'received', submitted_at: formatTime(now) }
  })
}

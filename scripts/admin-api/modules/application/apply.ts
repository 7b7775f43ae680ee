import type { Applied } from '#api/application.ts'
import { writeEvent } from '../../db/events.ts'
import type { Database } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
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
  findPeriod(): Period
}

const REFUSALS = { not_started: 500303, full: 500302, ended: 500304 } as const

function insertApplication(db: Database, { kind, itemId, userId, answers, now }: Form): number {
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO application (kind, item_id, user_id, status, answers, submitted_at)
       VALUES (?, ?, ?, 'received', ?, ?)`,
    )
    .run(kind, itemId, userId, JSON.stringify(answers), now)
  return Number(lastInsertRowid)
}

/**
 * Takes an application: whether it may come, its place, its row, its files and its event are one
 * transaction, so any refusal leaves nothing behind.
 * @throws BusinessError 500301 with the first application, 500302 to 500304, 500405
 */
export function apply(db: Database, form: Form): Applied {
  const { userId, uploads, now } = form
  return db.transact(() => {
    // First of all: who has applied wants to know that, also after the deadline.
    const first = findApplied(db, form, userId)
    if (first) throw new BusinessError(500301, first)
    const { state } = form.findPeriod()
    if (state !== 'open') throw new BusinessError(REFUSALS[state])
    if (!takePlace(db, form)) throw new BusinessError(500302)
    const id = insertApplication(db, form)
    claimUploads(db, { userId, applicationId: id, uploads })
    writeEvent(db, { subject: 'application', subjectId: id, event: 'received', at: now })
    return { id, status: 'received', submitted_at: formatTime(now) }
  })
}

import { APPLICATION_STATUSES, type ApplicationRecord } from '#api/application.ts'
import type { Locale } from '#api/language.ts'
import type { Reader } from '../../db/open.ts'
import { formatTime } from '../../venue-time.ts'
import { LIFETIMES } from '../upload/limits.ts'

function selectOwn(db: Reader, userId: number, lang: Locale) {
  return db
    .selectFrom('application')
    .innerJoin('content_text as text', (join) =>
      join
        .onRef('text.kind', '=', 'application.kind')
        .onRef('text.item_id', '=', 'application.item_id')
        .on('text.lang', '=', lang),
    )
    .select(['application.id', 'application.kind', 'application.item_id', 'status'])
    .select(['submitted_at', 'decided_at', 'reopened_at', 'text.title'])
    .where('user_id', '=', userId)
    .orderBy('submitted_at', 'desc')
    .orderBy('application.id', 'desc')
}

async function readEvents(db: Reader, userId: number) {
  const rows = await db
    .selectFrom('event_log')
    .innerJoin('application', 'application.id', 'event_log.subject_id')
    .select(['subject_id', 'event', 'at'])
    .where('subject', '=', 'application')
    .where('application.user_id', '=', userId)
    .orderBy('event_log.id')
    .execute()
  const events = rows.flatMap(({ subject_id, event, at }) => {
    // Events other than a status are internal.
    const status = APPLICATION_STATUSES.find((candidate) => candidate === event)
    return status ? [{ subject_id, status, at: formatTime(at) }] : []
  })
  return Map.groupBy(events, ({ subject_id }) => subject_id)
}

async function readFiles(db: Reader, userId: number) {
  const files = await db
    .selectFrom('application_upload')
    .innerJoin('upload', 'upload.id', 'application_upload.upload_id')
    .select(['application_id', 'upload.id as upload_id', 'upload.kind', 'upload.name'])
    .where('upload.user_id', '=', userId)
    .where('upload.state', '=', 'ready')
    .orderBy('upload.id')
    .execute()
  return Map.groupBy(files, ({ application_id }) => application_id)
}

/** The applications of a member with their events and files, newest first. */
export async function listOwnApplications(
  db: Reader,
  userId: number,
  lang: Locale,
): Promise<ApplicationRecord[]> {
  const [events, files, rows] = await Promise.all([
    readEvents(db, userId),
    readFiles(db, userId),
    selectOwn(db, userId, lang).execute(),
  ])
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    submitted_at: formatTime(row.submitted_at),
    kind: row.kind,
    subject: { id: row.item_id, name: row.title },
    events: (events.get(row.id) ?? []).map(({ status, at }) => ({ status, at })),
    files: (files.get(row.id) ?? []).map(({ upload_id, kind, name }) => ({
      upload_id,
      kind,
      name,
    })),
    files_deleted_at:
      row.decided_at === null ? null : formatTime(row.decided_at + LIFETIMES.decidedMs),
    reopened_at: row.reopened_at === null ? null : formatTime(row.reopened_at),
  }))
}

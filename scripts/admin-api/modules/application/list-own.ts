import type { ApplicationRecord } from '#api/application.ts'
import { APPLICATION_STATUSES } from '#api/application.ts'
import type { Locale } from '#api/language.ts'
import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'
import { formatTime } from '../../venue-time.ts'
import { LIFETIMES } from '../upload/limits.ts'

function selectOwn({ query }: Database, userId: number, lang: Locale) {
  return query
    .selectFrom('application')
    .innerJoin('content_text as text', (join) =>
      join
        .onRef('text.kind', '=', 'application.kind')
        .onRef('text.item_id', '=', 'application.item_id')
        .on('text.lang', '=', lang),
    )
    .select(['application.id', 'application.kind', 'application.item_id', 'status'])
    .select(['submitted_at', 'decided_at', 'text.title'])
    .where('user_id', '=', userId)
    .orderBy('submitted_at', 'desc')
    .orderBy('application.id', 'desc')
}

function readEvents(db: Database, userId: number) {
  const query = db.query
    .selectFrom('event_log')
    .innerJoin('application', 'application.id', 'event_log.subject_id')
    .select(['subject_id', 'event', 'at'])
    .where('subject', '=', 'application')
    .where('application.user_id', '=', userId)
    .orderBy('event_log.id')
  const events = all(db, query).flatMap(({ subject_id, event, at }) => {
    // What is no status is between the staff and their log.
    const status = APPLICATION_STATUSES.find((known) => known === event)
    return status ? [{ subject_id, status, at: formatTime(at) }] : []
  })
  return Map.groupBy(events, ({ subject_id }) => subject_id)
}

function readFiles(db: Database, userId: number) {
  const query = db.query
    .selectFrom('application_upload')
    .innerJoin('upload', 'upload.id', 'application_upload.upload_id')
    .select(['application_id', 'upload.id as upload_id', 'upload.kind', 'upload.name'])
    .where('upload.user_id', '=', userId)
    .where('upload.state', '=', 'ready')
    .orderBy('upload.id')
  return Map.groupBy(all(db, query), ({ application_id }) => application_id)
}

/** The applications of a member with what became of them, the latest first. Synchronous. */
export function listOwnApplications(
  db: Database,
  userId: number,
  lang: Locale,
): ApplicationRecord[] {
  const [events, files] = [readEvents(db, userId), readFiles(db, userId)]
  return all(db, selectOwn(db, userId, lang)).map((row) => ({
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
  }))
}

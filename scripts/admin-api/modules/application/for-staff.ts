import { LOCALES } from '#api/language.ts'
import type { ApplicationRecord, ApplicationStatus } from '#api/application.ts'
import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'

/** Which applications a list holds; all that are set must match. */
export interface ApplicationFilter {
  id?: number | undefined
  status?: ApplicationStatus | undefined
  kind?: ApplicationRecord['kind'] | undefined
  /** Id of the course or activity. */
  item?: number | undefined
}

function select({ query }: Database, { id, status, kind, item }: ApplicationFilter) {
  return query
    .selectFrom('application')
    .innerJoin('user', 'user.id', 'application.user_id')
    .innerJoin('content_text as text', (join) =>
      join
        .onRef('text.kind', '=', 'application.kind')
        .onRef('text.item_id', '=', 'application.item_id')
        .on('text.lang', '=', LOCALES[0]),
    )
    .selectAll('application')
    .select(['user.mobile as account_mobile', 'user.nickname', 'text.title'])
    .$if(id !== undefined, (some) => some.where('application.id', '=', id ?? 0))
    .$if(status !== undefined, (some) =>
      some.where('application.status', '=', status ?? 'received'),
    )
    .$if(kind !== undefined, (some) => some.where('application.kind', '=', kind ?? 'course'))
    .$if(item !== undefined, (some) => some.where('application.item_id', '=', item ?? 0))
    .orderBy('application.submitted_at')
    .orderBy('application.id')
}
export type StaffApplication = ReturnType<typeof listForStaff>[number]

/** Applications with who sent them, the oldest first: that one has waited longest. Synchronous. */
export function listForStaff(db: Database, filter: ApplicationFilter = {}) {
  return all(db, select(db, filter))
}

/** The files of all applications, by application. */
export function readApplicationFiles(db: Database) {
  const query = db.query
    .selectFrom('application_upload')
    .innerJoin('upload', 'upload.id', 'application_upload.upload_id')
    .select(['application_id', 'upload.id', 'upload.kind', 'upload.key', 'upload.name'])
    .select(['upload.bytes', 'upload.duration_s', 'upload.state'])
    .orderBy('upload.id')
  return Map.groupBy(all(db, query), ({ application_id }) => application_id)
}
export type StaffFile = NonNullable<
  ReturnType<ReturnType<typeof readApplicationFiles>['get']>
>[number]

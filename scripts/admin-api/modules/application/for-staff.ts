import { DEFAULT_LOCALE } from '#i18n/locales.ts'
import type { ApplicationRecord, ApplicationStatus } from '#api/application.ts'
import type { Reader } from '../../db/open.ts'

/** Filter of a list of applications; all set fields must match. */
export interface ApplicationFilter {
  id?: number | undefined
  status?: ApplicationStatus | undefined
  kind?: ApplicationRecord['kind'] | undefined
  /** Id of the course or activity. */
  item?: number | undefined
}

/** Applications with their sender, oldest first. */
export function listStaffApplications(db: Reader, { id, status, kind, item }: ApplicationFilter) {
  return db
    .selectFrom('application')
    .innerJoin('user', 'user.id', 'application.user_id')
    .innerJoin('content_text as text', (join) =>
      join
        .onRef('text.kind', '=', 'application.kind')
        .onRef('text.item_id', '=', 'application.item_id')
        .on('text.lang', '=', DEFAULT_LOCALE),
    )
    .selectAll('application')
    .select(['user.mobile as account_mobile', 'user.nickname', 'text.title'])
    .$call((query) => (id === undefined ? query : query.where('application.id', '=', id)))
    .$call((query) =>
      status === undefined ? query : query.where('application.status', '=', status),
    )
    .$call((query) => (kind === undefined ? query : query.where('application.kind', '=', kind)))
    .$call((query) => (item === undefined ? query : query.where('application.item_id', '=', item)))
    .orderBy('application.submitted_at')
    .orderBy('application.id')
    .execute()
}
export type StaffApplication = Awaited<ReturnType<typeof listStaffApplications>>[number]

/** The files of all applications, by application id. */
export async function readApplicationFiles(db: Reader) {
  const files = await db
    .selectFrom('application_upload')
    .innerJoin('upload', 'upload.id', 'application_upload.upload_id')
    .select(['application_id', 'upload.id', 'upload.kind', 'upload.key', 'upload.name'])
    .select(['upload.bytes', 'upload.duration_s', 'upload.state'])
    .orderBy('upload.id')
    .execute()
  return Map.groupBy(files, ({ application_id }) => application_id)
}
export type StaffFile = NonNullable<
  ReturnType<Awaited<ReturnType<typeof readApplicationFiles>>['get']>
>[number]

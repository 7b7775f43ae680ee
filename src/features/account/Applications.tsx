import type { IslandPart } from '#i18n/island-areas.ts'
import type { ListedApplications } from './request.ts'
import type { ApplicationRecord } from '#api/application.ts'
import { formatDate, formatDateTime, formatReference } from '#i18n/format.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import type { Load } from '#features/ui/use-load.ts'
import { APPLICATION_ROUTES, href } from '#routes.ts'
import { ListSkeleton } from './Skeletons.tsx'
import { readTimeline } from './timeline.ts'
import './applications.css'

interface Props extends IslandPart<'user'> {
  state: Load<ListedApplications>
  retry: () => void
  hasCourses: boolean
}

/** The member's applications, each with the timeline of its review. */
export function Applications({ state, retry, hasCourses, ...part }: Props) {
  const { locale, t } = part
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <ListSkeleton rows={2} />
  const { applications } = state.data
  if (applications.length === 0) {
    return (
      <div className="nothing">
        <p>{t('user:applications_none')}</p>
        {hasCourses && (
          <a className="quiet-link" href={href('/course/home', locale)}>
            {t('user:applications_see')}
          </a>
        )}
      </div>
    )
  }
  return (
    <ul className="applications">
      {applications.map((application) => (
        <Application
          key={`${application.kind}${application.id}`}
          {...part}
          {...application}
          isReplaced={applications.some((other) => isReplacement(other, application))}
        />
      ))}
    </ul>
  )
}

/** Whether the member applied again with `other` after `application` was reopened. */
const isReplacement = (other: ApplicationRecord, { kind, subject }: ApplicationRecord): boolean =>
  other.kind === kind && other.subject.id === subject.id && other.reopened_at === null

type ApplicationProps = IslandPart<'user'> & ApplicationRecord & { isReplaced: boolean }

function Application({ locale, t, isReplaced, ...application }: ApplicationProps) {
  const { id, kind, subject, status, files, files_deleted_at, reopened_at } = application
  const { item, form } = APPLICATION_ROUTES[kind]
  return (
    <li className="application">
      <div>
        <p className="kind">
          {t(`user:kind_${kind}`)} · <span className="numeral">{formatReference(kind, id)}</span>
        </p>
        <h3>
          <a href={href(item, locale, { id: subject.id })}>{subject.name}</a>
        </h3>
        {files.length > 0 && (
          <div className="files">
            <p>{t('user:files')}</p>
            <ul>
              {files.map((file) => (
                <li key={file.upload_id}>{file.name}</li>
              ))}
            </ul>
            <p>
              {files_deleted_at === null
                ? t('user:files_kept')
                : t('user:files_deleted', { date: formatDate(files_deleted_at, locale) })}
            </p>
          </div>
        )}
      </div>
      <div>
        <p className="status" data-status={status}>
          {reopened_at === null
            ? t(`user:status_${status}`)
            : t('user:status_reopened', { date: formatDate(reopened_at, locale) })}
        </p>
        {kind === 'course' && status === 'accepted' && (
          <a className="quiet-link" href={`${href(item, locale, { id: subject.id })}#dates`}>
            {t('user:book')}
          </a>
        )}
        {reopened_at !== null && !isReplaced && (
          <a
            className="quiet-link"
            href={href(form, locale, { id: subject.id })}
            aria-label={t('user:apply_again_of', { name: subject.name })}
          >
            {t('user:apply_again')}
          </a>
        )}
        <ol className="timeline">
          {readTimeline(application).map((step) => (
            <li key={step.name} data-reached={step.at !== null || undefined}>
              <span>
                {t(
                  step.name === 'decision' && step.at !== null
                    ? `user:status_${step.status}`
                    : `user:step_${step.name}`,
                )}
              </span>
              {step.at === null ? (
                <small>{t('user:step_waiting')}</small>
              ) : (
                <time className="numeral" dateTime={step.at}>
                  {formatDateTime(step.at, locale)}
                </time>
              )}
            </li>
          ))}
        </ol>
      </div>
    </li>
  )
}

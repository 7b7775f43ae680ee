import { formatMoment, formatReference } from '#i18n/format.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import type { Applied as Application } from '#api/application.ts'
import { href } from '#routes.ts'

export interface ApplicationFactsProps extends IslandPart<'application'> {
  kind: 'course' | 'activity'
  applied: Application
}

/** Reference number, status and time of an application. */
export function ApplicationFacts({ kind, applied, locale, t }: ApplicationFactsProps) {
  return (
    <dl className="facts" data-layout="columns">
      <div>
        <dt>{t('application:reference')}</dt>
        <dd className="numeral">{formatReference(kind, applied.id)}</dd>
      </div>
      <div>
        <dt>{t('application:status')}</dt>
        <dd>{t(`application:status_${applied.status}`)}</dd>
      </div>
      <div>
        <dt>{t('application:submitted')}</dt>
        <dd className="numeral">{formatMoment(applied.submitted_at, locale)}</dd>
      </div>
    </dl>
  )
}

interface AppliedProps extends ApplicationFactsProps {
  /** Id of the course or activity. */
  id: number
}

/** The status of an earlier application, with a disabled apply button (spec section 4). */
export function Applied({ id, ...facts }: AppliedProps) {
  const { kind, applied, locale, t } = facts
  return (
    <section className="application-state">
      <h2>{t('application:applied_title')}</h2>
      <ApplicationFacts {...facts} />
      <p className="form-actions">
        <button type="button" className="button" disabled>
          {t('application:button_applied')}
        </button>
        {kind === 'course' && applied.status === 'accepted' && (
          <a className="quiet-link" href={`${href('/course/detail', locale, { id })}#dates`}>
            {t('application:none_link')}
          </a>
        )}
        <a className="quiet-link" href={href('/user/user', locale)}>
          {t('application:my_applications')}
        </a>
      </p>
    </section>
  )
}

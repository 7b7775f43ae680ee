import { href } from '#routes.ts'
import { focus } from '#features/ui/focus.ts'
import { useCopy } from '#features/ui/use-copy.ts'
import { ApplicationFacts, type ApplicationFactsProps } from './Applied.tsx'
import { formatReference } from '#i18n/format.ts'

/** The label and value of a submitted field. */
export interface SubmittedAnswer {
  label: string
  text: string
}

interface Props extends ApplicationFactsProps {
  answers: readonly SubmittedAnswer[]
}

const STEPS = ['received', 'review', 'decision'] as const

/** Confirmation of a sent form: reference number, next steps and a copy of the answers. */
export function Receipt({ answers, ...facts }: Props) {
  const { kind, applied, locale, t } = facts
  const { copy } = useCopy(formatReference(kind, applied.id), t)
  return (
    <section className="application-state receipt">
      <h2 ref={focus} tabIndex={-1}>
        {t('application:done_title')}
      </h2>
      <p className="lead">{t('application:done_line')}</p>
      <ApplicationFacts {...facts} />
      <p className="form-actions">
        <button type="button" className="button" disabled>
          {t('application:button_applied')}
        </button>
        <button type="button" className="text-button" onClick={copy}>
          {t('application:copy_number')}
        </button>
        <a className="quiet-link" href={href('/user/user', locale)}>
          {t('application:my_applications')}
        </a>
      </p>
      <h3>{t('application:next')}</h3>
      <ol className="next-steps">
        {STEPS.map((step) => (
          <li key={step}>
            <strong>{t(`application:next_${step}`)}</strong>
            <span>{t(`application:next_${step}_text`)}</span>
          </li>
        ))}
      </ol>
      <h3>{t('application:copy')}</h3>
      <dl className="facts given-answers">
        {answers.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

import type { IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import type { ReactNode } from 'react'
import type { ApplyInfo } from '#api/application.ts'
import { Form } from '#features/forms/Form.tsx'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import type { AnyForm } from '#features/forms/use-form.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { APPLICATION_ROUTES, href } from '#routes.ts'
import { formatMoment, formatZoneName } from '#i18n/format.ts'
import { DraftStatus } from './DraftStatus.tsx'
import type { ApplicationControl } from './use-application.ts'
import './application.css'

// Loaded when the visitor has applied; never prerendered.
const Applied = lazyWithRetry(() => import('./Applied.tsx').then((module) => module.Applied))
const Receipt = lazyWithRetry(() => import('./Receipt.tsx').then((module) => module.Receipt))

interface Props extends IslandPart<'application'> {
  kind: 'course' | 'activity'
  form: AnyForm
  application: ApplicationControl
  children: ReactNode
}

/** Switches between the states of an application: applied, closed, open form, sent. */
export function ApplicationFrame({ kind, form, application, locale, t, children }: Props) {
  const { info, isMember, isKnown, draft, submission, sent } = application
  const part = { kind, locale, t }
  if (sent) return <Receipt {...part} {...sent} />
  if (info.applied) return <Applied {...part} id={info.subject.id} applied={info.applied} />
  const { state } = info
  if (state !== 'open') return <Closed {...part} info={info} state={state} />
  const { id } = info.subject
  const login = href('/login', locale, {
    return: href(APPLICATION_ROUTES[kind].form, locale, { id }),
  })
  const isReady = draft.isReady && isKnown
  return (
    <div className="application" data-ready={isReady || undefined} inert={!draft.isReady}>
      <Form form={form} onSubmit={submission.submit} label={t('application:form')}>
        {isMember !== true && <LoginNotice href={login} isInitial={isMember === null} t={t} />}
        {children}
        <footer className="form-end">
          <SubmitNotice submission={submission} t={t} />
          <div className="form-actions">
            {isMember === false ? (
              <a className="button" href={login}>
                {t('application:log_in_to_apply')}
              </a>
            ) : (
              <SubmitButton submission={submission} t={t} disabled={!isReady}>
                {t('application:submit')}
              </SubmitButton>
            )}
          </div>
          <DraftStatus draft={draft} locale={locale} t={t} />
        </footer>
      </Form>
    </div>
  )
}

interface LoginNoticeProps {
  href: string
  /** Whether the session is still unknown; `mark-session.ts` then hides the notice from members. */
  isInitial: boolean
  t: IslandTexts<'application'>
}

/** Visitors may fill in the form before logging in: only the submission requires it. */
function LoginNotice({ href: login, isInitial, t }: LoginNoticeProps) {
  return (
    <div className="notice login-notice" data-initial={isInitial || undefined}>
      <p>{t('application:log_in_note')}</p>
      <a className="button button-quiet" href={login}>
        {t('application:log_in_to_apply')}
      </a>
    </div>
  )
}

/** A section of the form with an act heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-section">
      <h2>{title}</h2>
      <div className="form-fields">{children}</div>
    </section>
  )
}

interface ClosedProps extends IslandPart<'application'> {
  kind: 'course' | 'activity'
  info: ApplyInfo
  state: Exclude<ApplyInfo['state'], 'open'>
}

/** Applications are closed: the reason, the period and a link to alternatives. */
function Closed({ kind, info, state, locale, t }: ClosedProps) {
  const { opens_at: opensAt, closes_at: closesAt } = info
  const moment = state === 'not_started' ? opensAt : closesAt
  const time = formatMoment(moment, locale)
  const zone = formatZoneName(moment, locale)
  const item = href(APPLICATION_ROUTES[kind].item, locale, { id: info.subject.id })
  const list = href(kind === 'course' ? '/course/home' : '/course/activity', locale)
  return (
    <section className="application-state">
      <h2>{t(`application:${state}_title`)}</h2>
      <p className="lead">{t(`application:${state}_text`, { time, zone })}</p>
      <p className="form-actions">
        <button type="button" className="button" disabled>
          {t(`application:button_${state}`)}
        </button>
        <a className="quiet-link" href={item}>
          {t(`application:back_${kind}`)}
        </a>
        <a className="quiet-link" href={list}>
          {t(`application:others_${kind}`)}
        </a>
      </p>
    </section>
  )
}

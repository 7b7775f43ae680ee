import type { IslandTexts } from '#i18n/island-areas.ts'
import { lazy, Suspense, type ReactNode } from 'react'
import type { ApplyInfo } from '#api/application.ts'
import type { Locale } from '#i18n/locales.ts'
import { Form } from '#features/forms/Form.tsx'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { hrefOfLogin, SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import type { AnyForm } from '#features/forms/use-form.ts'
import { Closed } from './Closed.tsx'
import { DraftStatus } from './DraftStatus.tsx'
import type { ApplicationControl } from './use-application.ts'
import './application.css'

// Never prerendered: these are loaded once the visitor has applied.
const Applied = lazy(async () => ({ default: (await import('./Applied.tsx')).Applied }))
const Receipt = lazy(async () => ({ default: (await import('./Receipt.tsx')).Receipt }))

interface Props {
  kind: 'course' | 'activity'
  form: AnyForm
  application: ApplicationControl
  locale: Locale
  t: IslandTexts<'application'>
  children: ReactNode
}

const isClosed = (
  info: ApplyInfo,
): info is ApplyInfo & { state: 'not_started' | 'full' | 'ended' } => info.state !== 'open'

/** Switches between the states of an application: applied, closed, open form, sent. */
export function ApplicationFrame({ kind, form, application, locale, t, children }: Props) {
  const { info, isMember, isKnown, draft, submission, sent } = application
  const part = { kind, locale, t }
  if (sent || info.applied) {
    return (
      <Suspense>
        {sent && <Receipt {...part} {...sent} />}
        {!sent && info.applied && <Applied {...part} applied={info.applied} />}
      </Suspense>
    )
  }
  if (isClosed(info)) return <Closed {...part} info={info} />
  const isReady = draft.isReady && isKnown
  return (
    <div className="application" data-ready={isReady || undefined} inert={!draft.isReady}>
      <Form form={form} onSubmit={submission.submit} label={t('application:form')}>
        {isMember === false && <LoginNotice t={t} />}
        {children}
        <footer className="form-end">
          <SubmitNotice submission={submission} t={t} />
          <div className="ways">
            {isMember === false ? (
              <LoginLink t={t} />
            ) : (
              <SubmitButton submission={submission} t={t} disabled={!isReady}>
                {t('application:submit')}
              </SubmitButton>
            )}
          </div>
          <DraftStatus draft={draft} t={t} />
        </footer>
      </Form>
    </div>
  )
}

function LoginLink({ t, isQuiet = false }: { t: IslandTexts<'application'>; isQuiet?: boolean }) {
  return (
    <a className={isQuiet ? 'button button-quiet' : 'button'} href={hrefOfLogin(location)}>
      {t('application:log_in_to_apply')}
    </a>
  )
}

/** Visitors may fill in the form before they log in: only submitting requires a login. */
function LoginNotice({ t }: { t: IslandTexts<'application'> }) {
  return (
    <div className="notice login-notice">
      <p>{t('application:log_in_note')}</p>
      <LoginLink t={t} isQuiet />
    </div>
  )
}

import { lazy, Suspense, type ReactNode } from 'react'
import type { ApplyInfo } from '#api/application.ts'
import type { Locale } from '#i18n/locales.ts'
import { Form } from '../Form.tsx'
import { SubmitButton } from '../SubmitButton.tsx'
import { hrefOfLogin, SubmitNotice } from '../SubmitNotice.tsx'
import type { AnyForm } from '../use-form.ts'
import { Closed } from './Closed.tsx'
import { DraftStatus } from './DraftStatus.tsx'
import type { ApplicationTexts } from './texts.ts'
import type { ApplicationControl } from './use-application.ts'
import './application.css'

// No page is printed with these: they come when somebody has applied.
const Applied = lazy(async () => ({ default: (await import('./Applied.tsx')).Applied }))
const Receipt = lazy(async () => ({ default: (await import('./Receipt.tsx')).Receipt }))

interface Props {
  kind: 'course' | 'activity'
  form: AnyForm
  application: ApplicationControl
  locale: Locale
  t: ApplicationTexts
  children: ReactNode
}

const isClosed = (
  info: ApplyInfo,
): info is ApplyInfo & { state: 'not_started' | 'full' | 'ended' } => info.state !== 'open'

/** An application in all its states: applied, closed, to be written, sent. */
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

function LoginLink({ t, isQuiet = false }: { t: ApplicationTexts; isQuiet?: boolean }) {
  return (
    <a className={isQuiet ? 'button button-quiet' : 'button'} href={hrefOfLogin(location)}>
      {t('application:log_in_to_apply')}
    </a>
  )
}

/** Who is not logged in may write first: sending is what asks for a login. */
function LoginNotice({ t }: { t: ApplicationTexts }) {
  return (
    <div className="login-notice">
      <p>{t('application:log_in_note')}</p>
      <LoginLink t={t} isQuiet />
    </div>
  )
}

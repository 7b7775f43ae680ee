import type { IslandProps, IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useState } from 'react'
import type { Profile } from '#api/profile.ts'
import type { SignIn } from '#api/sign-in.ts'
import type { Locale } from '#i18n/locales.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { useTexts } from '#features/ui/use-texts.ts'
import { useSession } from '#features/ui/use-session.ts'
import { href } from '#routes.ts'
import { localizeReturnPath, readReturnPath } from '#stores/return-path.ts'
import { findLoginReason } from './login-reason.ts'
import { LoginForm } from './LoginForm.tsx'
import { useLoginSite, type InitialLoginSite } from './login-site.ts'
import '#features/ui/controls.css'
import './login.css'

// Parts that most visitors never see are loaded on demand.
const AlreadyLoggedIn = lazyWithRetry(() =>
  import('./AlreadyLoggedIn.tsx').then((module) => module.AlreadyLoggedIn),
)
const EmailStep = lazyWithRetry(() => import('./EmailStep.tsx').then((module) => module.EmailStep))

interface Props extends IslandProps<'login'> {
  site: InitialLoginSite
  signIn: readonly SignIn[]
}

/** Time for reading the confirmation. */
const LEAVE_AFTER_MS = 900

/** Whether the login is part of a purchase, which requests the e-mail address later (`SuccessPage.tsx`). */
const isBuying = (target: string): boolean =>
  /\/(drama\/buyTicket|pay\/|course\/detail)/.test(target)

function readTarget(locale: Locale): string {
  const path = new URLSearchParams(location.search).get('return')
  return localizeReturnPath(readReturnPath(path, href('/', locale)), locale)
}

/** Login, then the offer to add an e-mail address, then back to the previous page. */
export function LoginPage({ locale, messages, site, signIn }: Props) {
  const t = useTexts(messages)
  const session = useSession()
  const loginSite = useLoginSite(site)
  const [profile, setProfile] = useState<Profile | null>(null)
  // The query is not available during prerendering.
  const reason = session.status === 'unknown' ? null : findLoginReason(readTarget(locale))
  const [isLeaving, setLeaving] = useState(false)
  // Completes a logout that failed offline.
  useEffect(() => void import('#stores/log-out.ts').then(({ revokeLater }) => revokeLater()), [])

  if (profile !== null && profile.email === null && !isLeaving && !isBuying(readTarget(locale))) {
    return <EmailStep profile={profile} t={t} onDone={() => setLeaving(true)} />
  }
  if (profile !== null) return <Leaving target={readTarget(locale)} t={t} />
  if (session.status === 'member') {
    return <AlreadyLoggedIn locale={locale} t={t} readTarget={readTarget} />
  }
  return (
    <LoginForm
      locale={locale}
      t={t}
      site={loginSite}
      signIn={signIn}
      reason={reason}
      onLoggedIn={setProfile}
    />
  )
}

/**
 * Returns to the page that required the login. If it is the previous page of this tab, opening it again would
 * leave it in the history twice.
 */
function leaveLogin(target: string, { navigation }: { navigation?: Navigation }): void {
  const previous = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  if (previous?.url === new URL(target, location.origin).href) history.back()
  else location.replace(target)
}

function Leaving({ target, t }: { target: string; t: IslandTexts<'login'> }) {
  useEffect(() => {
    const timer = setTimeout(() => leaveLogin(target, window), LEAVE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [target])
  return (
    <div className="login-note" aria-live="polite">
      <h2>{t('login:done')}</h2>
      <p>{t('login:leaving')}</p>
      <a className="quiet-link" href={target}>
        {t('login:go_on')}
      </a>
    </div>
  )
}

import { lazy, Suspense, useEffect, useState } from 'react'
import type { Profile } from '#api/account.ts'
import type { SignIn } from '#api/sign-in.ts'
import type { Locale } from '#i18n/locales.ts'
import { createTexts } from '#islands/ui/create-texts.ts'
import { useSession } from '#islands/ui/use-session.ts'
import { href } from '#routes.ts'
import { readReturnPath } from '#stores/return-path.ts'
import { LoginForm } from './LoginForm.tsx'
import type { House, LoginMessages, LoginTexts } from './texts.ts'
import '#islands/ui/controls.css'
import './login.css'

// What most visitors of this page do not see is loaded when it is needed.
const AlreadyIn = lazy(() =>
  import('./AlreadyIn.tsx').then((module) => ({ default: module.AlreadyIn })),
)
const EmailStep = lazy(() =>
  import('./EmailStep.tsx').then((module) => ({ default: module.EmailStep })),
)

interface Props {
  locale: Locale
  messages: LoginMessages
  house: House
  signIn: readonly SignIn[]
}

/** Long enough to read that it worked. */
const LEAVE_AFTER_MS = 900

const readTarget = (locale: Locale): string =>
  readReturnPath(new URLSearchParams(location.search).get('return'), href('/', locale))

/** Logging in, then the missing e-mail on offer, then back to where the reader came from. */
export function LoginPage({ locale, messages, house, signIn }: Props) {
  const t = createTexts(messages)
  const session = useSession()
  const [profile, setProfile] = useState<Profile | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  // A logout without a network is made good at the door.
  useEffect(() => void import('#stores/log-out.ts').then(({ revokeLater }) => revokeLater()), [])

  if (profile !== null && profile.email === null && !isLeaving) {
    return (
      <Suspense>
        <EmailStep profile={profile} t={t} onDone={() => setLeaving(true)} />
      </Suspense>
    )
  }
  if (profile !== null) return <Leaving target={readTarget(locale)} t={t} />
  if (session.status === 'member') {
    return (
      <Suspense>
        <AlreadyIn locale={locale} t={t} readTarget={readTarget} />
      </Suspense>
    )
  }
  return <LoginForm locale={locale} t={t} house={house} signIn={signIn} onLoggedIn={setProfile} />
}

function Leaving({ target, t }: { target: string; t: LoginTexts }) {
  useEffect(() => {
    const timer = setTimeout(() => location.replace(target), LEAVE_AFTER_MS)
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

import type { IslandPart } from '#i18n/island-areas.ts'
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { maskMobile } from '#api/mobile.ts'
import type { Locale } from '#i18n/locales.ts'
import { href } from '#routes.ts'
import { logOut } from '#stores/log-out.ts'
import { loadProfile } from '#stores/load-profile.ts'
import { $profile } from '#stores/profile.ts'

interface Props extends IslandPart<'login'> {
  readTarget: (locale: Locale) => string
}

/** Shows the logged-in member and links to continue. If the session has expired, the form is shown again. */
export function AlreadyLoggedIn({ locale, t, readTarget }: Props) {
  const profile = useStore($profile)
  useEffect(() => {
    const controller = new AbortController()
    // The links work without the profile.
    loadProfile(controller.signal).catch(() => {})
    return () => controller.abort()
  }, [])
  const name = profile?.nickname
  const target = readTarget(locale)
  const isHome = target === href('/', locale)
  return (
    <div className="login-note" aria-live="polite">
      <h2>{name ? t('login:already_named', { name }) : t('login:already')}</h2>
      <p>{profile && t('login:already_line', { mobile: maskMobile(profile.mobile) })}</p>
      <div className="login-actions">
        <a className="button" href={isHome ? href('/user/user', locale) : target}>
          {t(isHome ? 'login:go_account' : 'login:go_on')}
        </a>
        <button type="button" className="text-button" onClick={() => void logOut()}>
          {t('login:other_account')}
        </button>
      </div>
    </div>
  )
}

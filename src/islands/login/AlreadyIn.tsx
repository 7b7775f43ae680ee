import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { maskMobile } from '#api/mobile.ts'
import type { Locale } from '#i18n/locales.ts'
import { href } from '#routes.ts'
import { logOut } from '#stores/log-out.ts'
import { loadProfile } from '#stores/load-profile.ts'
import { $profile } from '#stores/profile.ts'
import type { LoginTexts } from './texts.ts'

interface Props {
  locale: Locale
  t: LoginTexts
  readTarget: (locale: Locale) => string
}

/** Says who is logged in already, and leads on. A session that turns out over shows the form again. */
export function AlreadyIn({ locale, t, readTarget }: Props) {
  const profile = useStore($profile)
  useEffect(() => {
    const controller = new AbortController()
    // Who it is can stay unsaid; the ways on are there all the same.
    loadProfile(controller.signal).catch(() => {})
    return () => controller.abort()
  }, [])
  const target = readTarget(locale)
  const isHome = target === href('/', locale)
  return (
    <div className="login-note" aria-live="polite">
      <h2>{t('login:already', { name: profile?.nickname ?? '' }).replace(/^[，,\s]+/, '')}</h2>
      <p>{profile && t('login:already_line', { mobile: maskMobile(profile.mobile) })}</p>
      <div className="ways">
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

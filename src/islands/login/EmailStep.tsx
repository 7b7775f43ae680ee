import { useEffect, useRef } from 'react'
import type { Profile } from '#api/account.ts'
import { EmailForm } from '#islands/forms/code/EmailForm.tsx'
import { useIdentity } from '#islands/forms/code/use-identity.tsx'
import { setProfile } from '#stores/profile.ts'
import type { LoginTexts } from './texts.ts'

interface Props {
  profile: Profile
  t: LoginTexts
  onDone: () => void
}

/** Offers to complete the e-mail of the account; never a wall. */
export function EmailStep({ profile, t, onDone }: Props) {
  const { withIdentity, dialog } = useIdentity(profile.mobile, t)
  const title = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="login-form">
      <header>
        <h2 tabIndex={-1} ref={title}>
          {t('login:email_title')}
        </h2>
        <p>{t('login:email_text')}</p>
      </header>
      <EmailForm
        t={t}
        withIdentity={withIdentity}
        onDone={(next) => {
          setProfile(next)
          onDone()
        }}
      />
      <button type="button" className="text-button skip" onClick={onDone}>
        {t('login:skip')}
      </button>
      {dialog}
    </div>
  )
}

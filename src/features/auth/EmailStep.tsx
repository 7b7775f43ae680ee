import type { IslandTexts } from '#i18n/island-areas.ts'
import { useEffect, useRef } from 'react'
import type { Profile } from '#api/profile.ts'
import { EmailForm } from '#features/auth/code/EmailForm.tsx'
import { useIdentity } from '#features/auth/code/use-identity.tsx'

interface Props {
  profile: Profile
  t: IslandTexts<'login'>
  onDone: () => void
}

/** Offers to add an e-mail address to the account; always skippable. */
export function EmailStep({ profile, t, onDone }: Props) {
  const { withIdentity, dialog } = useIdentity(profile.mobile, t)
  const title = useRef<HTMLHeadingElement>(null)
  // The focused form has unmounted: moves the focus to this step.
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="login-form">
      <header>
        <h2 tabIndex={-1} ref={title}>
          {t('login:email_title')}
        </h2>
        <p>{t('login:email_text')}</p>
      </header>
      <EmailForm t={t} withIdentity={withIdentity} onDone={onDone} />
      <button type="button" className="text-button skip" onClick={onDone}>
        {t('login:skip')}
      </button>
      {dialog}
    </div>
  )
}

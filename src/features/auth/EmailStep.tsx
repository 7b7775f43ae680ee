import type { IslandTexts } from '#i18n/island-areas.ts'
import type { Profile } from '#api/profile.ts'
import { EmailForm } from './code/EmailForm.tsx'
import { useIdentity } from './code/use-identity.tsx'
import { focus } from '#features/ui/focus.ts'

interface Props {
  profile: Profile
  t: IslandTexts<'login'>
  onDone: () => void
}

/** Offers to add an e-mail address to the account; always skippable. */
export function EmailStep({ profile, t, onDone }: Props) {
  const { withIdentity, dialog } = useIdentity(profile.mobile, t)
  return (
    <div className="login-form">
      <header>
        {/* The focused form has unmounted: moves the focus to this step. */}
        <h2 tabIndex={-1} ref={focus}>
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

import type { IslandTexts } from '#i18n/island-areas.ts'
import { useContext, type ComponentProps } from 'react'
import { EmailForm } from '#features/auth/code/EmailForm.tsx'
import { setProfile } from '#stores/profile.ts'
import { EditingContext } from './editing.ts'

interface Props extends Pick<ComponentProps<typeof EmailForm>, 'withIdentity'> {
  t: IslandTexts<'user'>
}

/** Editor of the e-mail address, which is verified by a code first. */
export function EmailEditor({ t, withIdentity }: Props) {
  const { onSaved, onCancel } = useContext(EditingContext)
  return (
    <>
      <p className="hint">{t('user:email_text')}</p>
      <EmailForm
        t={t}
        withIdentity={withIdentity}
        onDone={(profile) => {
          setProfile(profile)
          onSaved()
        }}
      />
      <div className="editor-actions">
        <button type="button" className="text-button" onClick={onCancel}>
          {t('user:cancel')}
        </button>
      </div>
    </>
  )
}

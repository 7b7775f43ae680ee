import type { ComponentProps } from 'react'
import { EmailForm } from '#islands/forms/code/EmailForm.tsx'
import { setProfile } from '#stores/profile.ts'
import { useEditing } from './editing.ts'
import type { UserTexts } from './texts.ts'

interface Props extends Pick<ComponentProps<typeof EmailForm>, 'withIdentity'> {
  t: UserTexts
}

/** Editor of the e-mail: a code goes there first. */
export function EmailEditor({ t, withIdentity }: Props) {
  const { onSaved, onCancel } = useEditing()
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
      <button type="button" className="text-button" onClick={onCancel}>
        {t('user:cancel')}
      </button>
    </>
  )
}

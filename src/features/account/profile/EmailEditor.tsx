import type { IslandTexts } from '#i18n/island-areas.ts'
import { useContext } from 'react'
import { EmailForm } from '#features/auth/code/EmailForm.tsx'
import type { WithIdentity } from '#features/auth/code/use-identity.tsx'
import { EditingContext } from './editing.ts'

interface Props {
  t: IslandTexts<'user'>
  withIdentity: WithIdentity
}

/** Editor of the e-mail address, which is verified by a code first. */
export function EmailEditor({ t, withIdentity }: Props) {
  const { onSaved, onCancel } = useContext(EditingContext)
  return (
    <>
      <p className="hint">{t('user:email_text')}</p>
      <EmailForm t={t} withIdentity={withIdentity} onDone={onSaved} />
      <div className="editor-actions">
        <button type="button" className="text-button" onClick={onCancel}>
          {t('user:cancel')}
        </button>
      </div>
    </>
  )
}

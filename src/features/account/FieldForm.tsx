import type { IslandTexts } from '#i18n/island-areas.ts'
import type { ReactNode } from 'react'
import { saveProfile, type Profile } from '#api/profile.ts'
import { ShortForm } from '#features/auth/code/ShortForm.tsx'
import { SubmitButton } from '#features/forms/SubmitButton.tsx'
import { SubmitNotice } from '#features/forms/SubmitNotice.tsx'
import { showToast } from '#features/forms/toast.ts'
import type { AnyForm } from '#features/forms/use-form.ts'
import { useSubmit } from '#features/forms/use-submit.ts'
import { callApi } from '#stores/client.ts'
import { setProfile } from '#stores/profile.ts'
import { useEditing } from './editing.ts'
import { useAction } from '#features/forms/use-action.ts'

/** Props of an editor for one field. */
export interface EditorProps {
  profile: Profile
  t: IslandTexts<'user'>
}

interface Props<Output extends object> extends Omit<EditorProps, 'profile'> {
  form: Omit<AnyForm, 'output'> & { output: Output | undefined }
  label: string
  /** The body that clears the field; absent if the field cannot be cleared. */
  cleared?: Output | { [Name in keyof Output]: null }
  children: ReactNode
}

/** The form for one field of the profile, saved on its own. */
export function FieldForm<Output extends object>(props: Props<Output>) {
  const { form, label, cleared, t, children } = props
  const { onSaved, onCancel } = useEditing()
  const clearing = useAction(t)
  const finish = (profile: Profile) => {
    setProfile(profile)
    onSaved()
  }
  const submission = useSubmit(form, {
    send: (body) => callApi(saveProfile, { body }),
    success: 'forms:save_done',
    onDone: finish,
  })
  return (
    <ShortForm form={form} onSubmit={submission.submit} label={label}>
      <div className="one-field">{children}</div>
      <SubmitNotice submission={submission} t={t} />
      {clearing.error && (
        <p role="alert" className="send-failure">
          {clearing.error}
        </p>
      )}
      <div className="editor-actions">
        <SubmitButton submission={submission} t={t}>
          {t('user:save')}
        </SubmitButton>
        <button type="button" className="text-button" onClick={onCancel}>
          {t('user:cancel')}
        </button>
        {cleared && (
          <button
            type="button"
            className="text-button"
            disabled={clearing.isBusy}
            onClick={() =>
              void clearing.run(
                () => callApi(saveProfile, { body: cleared }),
                (profile) => {
                  showToast(t, 'forms:save_done')
                  finish(profile)
                },
              )
            }
          >
            {t('user:clear')}
          </button>
        )}
      </div>
    </ShortForm>
  )
}

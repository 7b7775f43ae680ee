import type { ReactNode } from 'react'
import { saveProfile, type Profile } from '#api/account.ts'
import { ShortForm } from '#islands/forms/code/ShortForm.tsx'
import { SubmitButton } from '#islands/forms/SubmitButton.tsx'
import { SubmitNotice } from '#islands/forms/SubmitNotice.tsx'
import { showToast } from '#islands/forms/toast.ts'
import type { AnyForm } from '#islands/forms/use-form.ts'
import { useSubmit } from '#islands/forms/use-submit.ts'
import { callApi } from '#stores/client.ts'
import { setProfile } from '#stores/profile.ts'
import { useEditing } from './editing.ts'
import type { UserTexts } from './texts.ts'
import { useAction } from './use-action.ts'

/** What an editor of one field is given. */
export interface EditorProps {
  profile: Profile
  t: UserTexts
}

interface Props<Output extends object> extends Omit<EditorProps, 'profile'> {
  form: Omit<AnyForm, 'output'> & { output: Output | undefined }
  label: string
  /** What a save without a value sends; nothing where a field cannot be cleared. */
  cleared?: Output | { [Name in keyof Output]: null }
  children: ReactNode
}

/** The form of one field of the profile, saved for itself. */
export function FieldForm<Output extends object>(props: Props<Output>) {
  const { form, label, cleared, t, children } = props
  const { onSaved, onCancel } = useEditing()
  const clearing = useAction(t)
  const keep = (profile: Profile) => {
    setProfile(profile)
    onSaved()
  }
  const submission = useSubmit(form, {
    send: (body) => callApi(saveProfile, { body }),
    success: 'forms:save_done',
    onDone: keep,
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
      <div className="editor-ways">
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
                  keep(profile)
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

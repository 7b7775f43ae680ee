import * as v from 'valibot'
import { memberLine } from '#api/member-text.ts'
import { TextField } from '#features/forms/TextField.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { FieldForm, type EditorProps } from './FieldForm.tsx'

const MAX_LENGTH = 40
const NicknameSchema = v.object({
  nickname: memberLine({ min: 1, max: MAX_LENGTH }),
})

/** Editor of the nickname. */
export function Nickname({ profile, t }: EditorProps) {
  const form = useForm(NicknameSchema, {
    t,
    defaults: { nickname: profile.nickname },
    labels: { nickname: t('user:nickname') },
  })
  return (
    <FieldForm form={form} label={t('user:nickname')} t={t}>
      <TextField
        {...form.field('nickname')}
        hint={t('user:nickname_hint')}
        autoComplete="nickname"
        maxLength={MAX_LENGTH}
      />
    </FieldForm>
  )
}

import * as v from 'valibot'
import { RadioGroup } from '#features/forms/OptionGroups.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { FieldForm, type EditorProps } from './FieldForm.tsx'

const GENDERS = ['male', 'female'] as const
const GenderSchema = v.object({ gender: v.picklist(GENDERS) })

/** Editor of the gender; also the screen `/user/SexSelect`. */
export function SexSelect({ profile, t }: EditorProps) {
  const form = useForm(GenderSchema, {
    t,
    defaults: { gender: profile.gender },
    labels: { gender: t('user:gender') },
  })
  return (
    <FieldForm
      form={form}
      label={t('user:gender')}
      {...(profile.gender && { cleared: { gender: null } })}
      t={t}
    >
      <RadioGroup
        {...form.field('gender')}
        options={GENDERS.map((value) => ({ value, label: t(`user:${value}`) }))}
      />
    </FieldForm>
  )
}

import * as v from 'valibot'
import { IdSchema, type Ref } from '#api/primitives.ts'
import { Select } from '#features/forms/Select.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { FieldForm, type EditorProps } from './FieldForm.tsx'

const CitySchema = v.object({ city_id: IdSchema })

/** Editor of the city; also the screen `/user/Dropdown`. */
export function Dropdown({ profile, citys, t }: EditorProps & { citys: readonly Ref[] }) {
  const form = useForm(CitySchema, {
    t,
    defaults: { city_id: profile.city_id },
    labels: { city_id: t('user:city') },
    messages: { city_id: 'forms:please_select' },
  })
  return (
    <FieldForm
      form={form}
      label={t('user:city')}
      {...(profile.city_id !== null && { cleared: { city_id: null } })}
      t={t}
    >
      <Select
        {...form.field('city_id')}
        options={citys.map(({ id, name }) => ({ value: id, label: name }))}
        autoComplete="address-level2"
      />
    </FieldForm>
  )
}

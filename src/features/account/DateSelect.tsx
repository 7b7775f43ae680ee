import { useState } from 'react'
import * as v from 'valibot'
import { DaySchema } from '#api/primitives.ts'
import { DateParts } from '#features/forms/DateParts.tsx'
import { useForm } from '#features/forms/use-form.ts'
import { FieldForm, type EditorProps } from './FieldForm.tsx'
import { isFutureDay } from './format-birthday.ts'

const MAX_AGE_YEARS = 120
const BirthdaySchema = v.object({ birthday: DaySchema })

/** Editor of the birthday as year, month and day; also the screen `/user/DateSelect`. */
export function DateSelect({ profile, t }: EditorProps) {
  const [year] = useState(() => new Date().getFullYear())
  const form = useForm(BirthdaySchema, {
    t,
    defaults: { birthday: profile.birthday },
    labels: { birthday: t('user:birthday') },
    rules: ({ birthday }) =>
      typeof birthday === 'string' && isFutureDay(birthday, new Date())
        ? { birthday: 'forms:date_future' }
        : {},
  })
  return (
    <FieldForm
      form={form}
      label={t('user:birthday')}
      {...(profile.birthday && { cleared: { birthday: null } })}
      t={t}
    >
      <DateParts {...form.field('birthday')} from={year - MAX_AGE_YEARS} to={year} />
    </FieldForm>
  )
}

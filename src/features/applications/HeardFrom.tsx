import type { IslandTexts } from '#i18n/island-areas.ts'
import type { ApplyInfo } from '#api/application.ts'
import { isBlank } from '#features/forms/issues.ts'
import { OptionGroup } from '#features/forms/OptionGroup.tsx'
import { TextField } from '#features/forms/TextField.tsx'
import { useField, type FieldBinding } from '#features/forms/use-form.ts'

interface Props {
  field: (name: 'heard_from' | 'heard_from_note') => FieldBinding
  options: ApplyInfo['heard_from']
  t: IslandTexts<'application'>
}

const includesOther = (value: unknown): boolean => Array.isArray(value) && value.includes('other')

/** The answer "other" requires an explanation. */
export const explainOther = (values: { heard_from: unknown; heard_from_note: unknown }) =>
  includesOther(values.heard_from) && isBlank(values.heard_from_note)
    ? ({ heard_from_note: 'forms:other_note' } as const)
    : {}

/** How the applicant heard of us: multiple choice with a short explanation. */
export function HeardFrom({ field, options, t }: Props) {
  const choice = field('heard_from')
  const { value } = useField(choice)
  return (
    <>
      <OptionGroup
        type="checkbox"
        {...choice}
        options={options}
        hint={t('application:heard_from_hint')}
      />
      <TextField {...field('heard_from_note')} isRequired={includesOther(value)} />
    </>
  )
}

import type { ApplyInfo } from '#api/application.ts'
import { isBlank } from '../issues.ts'
import { Checks } from '../Choices.tsx'
import { TextField } from '../TextField.tsx'
import type { FieldBinding } from '../use-form.ts'
import type { ApplicationTexts } from './texts.ts'
import { useField } from '../use-field.ts'

interface Props {
  choice: FieldBinding
  note: FieldBinding
  options: ApplyInfo['heard_from']
  t: ApplicationTexts
}

const includesOther = (value: unknown): boolean => Array.isArray(value) && value.includes('other')

/** "Other" says nothing without a word of explanation. */
export const explainOther = (values: { heard_from: unknown; heard_from_note: unknown }) =>
  includesOther(values.heard_from) && isBlank(values.heard_from_note)
    ? ({ heard_from_note: 'forms:other_note' } as const)
    : {}

/** How the applicant knew us: several answers, and a short explanation. */
export function HeardFrom({ choice, note, options, t }: Props) {
  const { value } = useField(choice)
  return (
    <>
      <Checks {...choice} options={options} hint={t('application:heard_from_hint')} />
      <TextField {...note} isRequired={includesOther(value)} />
    </>
  )
}

import type { ReactNode } from 'react'
import { countWords, MAX_WORDS } from '#api/words.ts'
import { Field } from './Field.tsx'
import { useField, type FieldBinding } from './use-form.ts'

interface Props extends FieldBinding {
  hint?: ReactNode
  /** Shows the word count against the limit of 200. */
  isCounted?: boolean
}

/** A multi-line text field with a live word count; longer input is not cut off. */
export function TextArea({ hint, isCounted = false, ...binding }: Props) {
  const { t } = binding
  const { value, set, error, attributes } = useField(binding)
  const text = String(value ?? '')
  const words = isCounted ? countWords(text) : 0
  const excess = words - MAX_WORDS
  const count = (
    <p className="count" data-over={excess > 0 || undefined}>
      <span className="visually-hidden">{t('forms:words')} </span>
      <span className="numeral">
        {words}/{MAX_WORDS}
      </span>
      <span className="visually-hidden" aria-live="polite">
        {excess > 0 && ` ${t('forms:words_over', { count: excess })}`}
      </span>
    </p>
  )
  return (
    <Field binding={binding} error={error} hint={hint} aside={isCounted && count}>
      <textarea
        {...attributes}
        rows={5}
        value={text}
        onChange={(event) => set(event.target.value)}
      />
    </Field>
  )
}

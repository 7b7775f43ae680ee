import type { InputHTMLAttributes, ReactNode } from 'react'
import { Field } from './Field.tsx'
import { useField, type FieldBinding } from './use-form.ts'

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength'
>

interface Props extends FieldBinding, Native {
  hint?: ReactNode
}

/** A single-line text field. */
export function TextField({ hint, name, id, label, isRequired, control, t, ...native }: Props) {
  const binding = { name, id, label, isRequired, control, t }
  const { value, set, error, attributes } = useField(binding)
  return (
    <Field binding={binding} error={error} hint={hint}>
      <input
        type="text"
        {...native}
        {...attributes}
        value={String(value ?? '')}
        onChange={(event) => set(event.target.value)}
      />
    </Field>
  )
}

/** An integer field: a text input without wheel and spinner. The value is a number, null if empty. */
export function NumberField(binding: FieldBinding) {
  const { value, set, error, attributes } = useField(binding)
  return (
    <Field binding={binding} error={error}>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        {...attributes}
        value={String(value ?? '')}
        onChange={({ target }) => {
          // Chinese keyboards produce full-width digits.
          const text = target.value.normalize('NFKC').trim()
          // Other input is kept as typed and fails validation.
          set(text === '' ? null : /^\d{1,9}$/.test(text) ? Number(text) : text)
        }}
      />
    </Field>
  )
}

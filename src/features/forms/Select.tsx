import { Field } from './Field.tsx'
import { useField, type FieldBinding } from './use-form.ts'

interface Props<Value extends string | number> extends FieldBinding {
  options: readonly { value: Value; label: string }[]
  autoComplete?: string
}

/** A single choice from a long list: a native select. */
export function Select<Value extends string | number>(props: Props<Value>) {
  const { options, autoComplete, ...binding } = props
  const { value, set, error, attributes } = useField(binding)
  return (
    <Field binding={binding} error={error}>
      <select
        {...attributes}
        autoComplete={autoComplete}
        value={String(value ?? '')}
        onChange={({ target }) => {
          const chosen = options.find((option) => String(option.value) === target.value)
          set(chosen?.value ?? null)
        }}
      >
        <option value="">{binding.t('forms:choose')}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}

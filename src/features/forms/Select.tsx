import { Field } from './Field.tsx'
import { useField, type FieldBinding } from './use-form.ts'

interface Props<Value extends string | number> extends FieldBinding {
  options: readonly { value: Value; label: string }[]
  autoComplete?: string
}

/** A single choice from a long list: a native select. */
export function Select<Value extends string | number>(props: Props<Value>) {
  const { options, autoComplete, ...binding } = props
  const { value, set, onBlur, ref, error, aria } = useField(binding)
  return (
    <Field binding={binding} error={error}>
      <select
        {...aria}
        id={binding.id}
        name={binding.name}
        ref={ref}
        autoComplete={autoComplete}
        value={String(value ?? '')}
        onChange={({ target }) => {
          const chosen = options.find((option) => String(option.value) === target.value)
          set(chosen?.value ?? null)
        }}
        onBlur={onBlur}
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

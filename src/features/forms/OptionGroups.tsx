import type { ReactNode } from 'react'
import { Field } from './Field.tsx'
import { useField, type FieldBinding } from './use-form.ts'

interface Props<Value extends string | number> extends FieldBinding {
  options: readonly { value: Value; label: string }[]
}

/** A single choice: radio buttons under a legend. */
export function RadioGroup<Value extends string | number>({ options, ...binding }: Props<Value>) {
  const { value, set, error, attributes } = useField(binding)
  return (
    <Field binding={binding} error={error} isGroup>
      <div className="options">
        {options.map((option, index) => (
          <label key={option.value} className="option">
            <input
              type="radio"
              id={index === 0 ? binding.id : undefined}
              name={binding.id}
              ref={index === 0 ? attributes.ref : undefined}
              value={option.value}
              checked={option.value === value}
              onChange={() => set(option.value)}
              onBlur={attributes.onBlur}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Field>
  )
}

/** A multiple choice: checkboxes under a legend. */
export function CheckboxGroup<Value extends string>({
  options,
  hint,
  ...binding
}: Props<Value> & { hint: ReactNode }) {
  const { value, set, error, attributes } = useField(binding)
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const toggle = (one: Value) =>
    // In the order of the options, not of the clicks.
    options.map((option) => option.value).filter((each) => chosen.includes(each) !== (each === one))
  return (
    <Field binding={binding} error={error} hint={hint} isGroup>
      <div className="options">
        {options.map((option, index) => (
          <label key={option.value} className="option">
            <input
              type="checkbox"
              aria-invalid={attributes['aria-invalid']}
              id={index === 0 ? binding.id : undefined}
              name={binding.name}
              ref={index === 0 ? attributes.ref : undefined}
              value={option.value}
              checked={chosen.includes(option.value)}
              onChange={() => set(toggle(option.value))}
              onBlur={attributes.onBlur}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Field>
  )
}

import type { ReactNode } from 'react'
import { Field } from './Field.tsx'
import { useField, type FieldBinding } from './use-form.ts'

interface Props<Value extends string | number> extends FieldBinding {
  /** A single choice, or a multiple choice whose value is a list. */
  type: 'radio' | 'checkbox'
  options: readonly { value: Value; label: string }[]
  hint?: ReactNode
}

/** A choice of options under a legend: radio buttons or checkboxes. */
export function OptionGroup<Value extends string | number>(props: Props<Value>) {
  const { type, options, hint, ...binding } = props
  const { value, set, error, attributes } = useField(binding)
  const isRadio = type === 'radio'
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value]
  const toggle = (one: Value) =>
    // In the order of the options, not of the clicks.
    options.map((option) => option.value).filter((each) => chosen.includes(each) !== (each === one))
  return (
    <Field binding={binding} error={error} hint={hint} isGroup>
      <div className="options">
        {options.map((option, index) => (
          <label key={option.value} className="option">
            <input
              type={type}
              // The role of radio buttons has no `aria-invalid`.
              aria-invalid={isRadio ? undefined : attributes['aria-invalid']}
              id={index === 0 ? binding.id : undefined}
              name={isRadio ? binding.id : binding.name}
              ref={index === 0 ? attributes.ref : undefined}
              value={option.value}
              checked={chosen.includes(option.value)}
              onChange={() => set(isRadio ? option.value : toggle(option.value))}
              onBlur={attributes.onBlur}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Field>
  )
}

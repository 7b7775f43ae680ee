import type { ReactNode } from 'react'
import { useField, type FieldBinding } from './use-form.ts'
import { FieldLabel } from './Field.tsx'
import './forms.css'

interface Props extends FieldBinding {
  /** Replaces the label if the text contains links. */
  children?: ReactNode
}

/** A checkbox for consent or confirmation; never preselected. */
export function Checkbox({ children, ...binding }: Props) {
  const { value, set, error, attributes } = useField(binding)
  return (
    <div
      className="field field-checkbox"
      data-name={binding.name}
      data-state={error === undefined ? undefined : 'error'}
    >
      <label className="option">
        <input
          {...attributes}
          type="checkbox"
          checked={value === true}
          onChange={(event) => set(event.target.checked)}
        />
        <span>{children ?? <FieldLabel {...binding} />}</span>
      </label>
      <div className="field-notes">
        <div id={`${binding.id}-notes`}>
          {error !== undefined && <p className="error">{error}</p>}
        </div>
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import type { FieldBinding } from './use-form.ts'
import './forms.css'

interface Props {
  binding: FieldBinding
  error: string | undefined
  hint?: ReactNode
  /** Shown at the right of the notes: the word count. */
  aside?: ReactNode
  /** Renders a fieldset with a legend, for a group of controls. */
  isGroup?: boolean
  children: ReactNode
}

/** The label of a field. Required fields have a visible asterisk and "required" for screen readers. */
export function FieldLabel({
  label,
  isRequired,
  t,
}: Pick<FieldBinding, 'label' | 'isRequired' | 't'>) {
  return (
    <>
      {label}
      {isRequired && (
        <>
          <span className="asterisk" aria-hidden="true">
            *
          </span>
          <span className="visually-hidden"> {t('forms:required')}</span>
        </>
      )}
    </>
  )
}

/** Hint and error of a field, in the element that `aria-describedby` refers to. */
function FieldNotes({ binding, error, hint, aside }: Omit<Props, 'children'>) {
  return (
    <div className="field-notes">
      <div id={`${binding.id}-notes`}>
        {hint && <p className="hint">{hint}</p>}
        {error !== undefined && <p className="error">{error}</p>}
      </div>
      {aside}
    </div>
  )
}

/** The layout of every field: label, control, hint and error. */
export function Field({ isGroup = false, children, ...notes }: Props) {
  const { binding, error } = notes
  const state = error === undefined ? undefined : 'error'
  if (isGroup) {
    return (
      <fieldset
        className="field"
        data-name={binding.name}
        data-state={state}
        aria-describedby={`${binding.id}-notes`}
      >
        <legend>
          <FieldLabel {...binding} />
        </legend>
        {children}
        <FieldNotes {...notes} />
      </fieldset>
    )
  }
  return (
    <div className="field" data-name={binding.name} data-state={state}>
      <label htmlFor={binding.id}>
        <FieldLabel {...binding} />
      </label>
      {children}
      <FieldNotes {...notes} />
    </div>
  )
}

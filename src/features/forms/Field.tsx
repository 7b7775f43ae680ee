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

/** The layout of every field: label, control, hint and error. */
export function Field({ binding, error, hint, aside, isGroup = false, children }: Props) {
  const { id, name } = binding
  const notesId = `${id}-notes`
  const label = <FieldLabel {...binding} />
  const Container = isGroup ? 'fieldset' : 'div'
  return (
    <Container
      className="field"
      data-name={name}
      data-state={error === undefined ? undefined : 'error'}
      aria-describedby={isGroup ? notesId : undefined}
    >
      {isGroup ? <legend>{label}</legend> : <label htmlFor={id}>{label}</label>}
      {children}
      <div className="field-notes">
        <div id={notesId}>
          {hint && <p className="hint">{hint}</p>}
          {error !== undefined && <p className="error">{error}</p>}
        </div>
        {aside}
      </div>
    </Container>
  )
}

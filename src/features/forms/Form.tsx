import type { ReactNode } from 'react'
import { ErrorSummary } from './ErrorSummary.tsx'
import type { AnyForm } from './use-form.ts'
import './forms.css'

interface Props {
  form: AnyForm
  onSubmit: () => Promise<void> | void
  /** Name of the form for assistive technology. */
  label: string
  children: ReactNode
}

/** A form with an error summary on top; the browser's own validation is off. */
export function Form({ form, onSubmit, label, children }: Props) {
  return (
    <form
      className="form"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      <ErrorSummary form={form} />
      {children}
    </form>
  )
}

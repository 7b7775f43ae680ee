import type { ReactNode } from 'react'
import type { AnyForm } from '#features/forms/use-form.ts'
import '#features/forms/forms.css'

interface Props {
  form: AnyForm
  onSubmit: () => Promise<void> | void
  /** Name of the form for assistive technology. */
  label: string
  children: ReactNode
}

/**
 * A form with few fields. Instead of an error summary, an invalid submission focuses the first invalid
 * field.
 */
export function ShortForm({ form, onSubmit, label, children }: Props) {
  const { summary } = form
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
      {/* `useSubmit` focuses this element when the form is invalid. */}
      <div
        className="visually-hidden"
        ref={summary}
        tabIndex={-1}
        onFocus={({ currentTarget: { parentElement } }) =>
          parentElement?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
        }
      />
      {children}
    </form>
  )
}

import type { ReactNode } from 'react'
import { useFormState } from 'react-hook-form'
import type { AnyForm } from './use-form.ts'
import './forms.css'

interface Props {
  form: AnyForm
  onSubmit: () => Promise<void> | void
  /** Name of the form for assistive technology. */
  label: string
  /** For few fields: an invalid submission focuses the first invalid field, without an error summary. */
  isShort?: boolean
  children: ReactNode
}

/** A form with an error summary on top; the browser's own validation is off. */
export function Form({ form, onSubmit, label, isShort = false, children }: Props) {
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
      {isShort ? <FirstErrorFocus form={form} /> : <ErrorSummary form={form} />}
      {children}
    </form>
  )
}

/** Receives the focus after a failed submission, and passes it on to the first invalid field. */
function FirstErrorFocus({ form: { summary } }: { form: AnyForm }) {
  return (
    <div
      className="visually-hidden"
      ref={summary}
      tabIndex={-1}
      onFocus={({ currentTarget: { parentElement } }) =>
        parentElement?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      }
    />
  )
}

/**
 * The error summary of a form: links to the invalid fields. It receives the focus after a failed submission,
 * so that screen readers announce it, and drops errors as they are corrected.
 */
function ErrorSummary({ form }: { form: AnyForm }) {
  const { hook, summary, faults, labels, getId, focus, t } = form
  const { errors, isSubmitted } = useFormState({ control: hook.control })
  const items = labels.flatMap(({ name, label }) => {
    const message = errors[name]?.message
    if (message === undefined) return []
    // A question would have two signs: "How did you hear about us?: …".
    return [{ name, label: label.replace(/[?？]$/, ''), message: faults[name] ?? String(message) }]
  })
  const isShown = isSubmitted && items.length > 0
  return (
    <section
      className="notice error-summary"
      ref={summary}
      tabIndex={-1}
      aria-label={isShown ? t('forms:summary_title') : undefined}
    >
      {isShown && (
        <>
          <p className="title">{t('forms:summary_title')}</p>
          <ul>
            {items.map(({ name, label, message }) => (
              <li key={name}>
                <a
                  href={`#${getId(name)}`}
                  onClick={(event) => {
                    event.preventDefault()
                    focus(name)
                  }}
                >
                  {t('forms:summary_item', { label, message })}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

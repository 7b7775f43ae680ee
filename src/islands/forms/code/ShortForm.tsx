import { useEffect, type ReactNode } from 'react'
import type { AnyForm } from '../use-form.ts'
import '../forms.css'

interface Props {
  form: AnyForm
  onSubmit: () => Promise<void> | void
  /** Name of the form for assistive technology. */
  label: string
  children: ReactNode
}

/**
 * A form of a few fields, all in sight: where a long form lists its faults on top, this one leads to
 * the first of them.
 */
export function ShortForm({ form, onSubmit, label, children }: Props) {
  const { summary } = form
  useEffect(() => {
    const place = summary.current
    const goOn = () =>
      place?.parentElement?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    place?.addEventListener('focus', goOn)
    return () => place?.removeEventListener('focus', goOn)
  }, [summary])
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
      {/* Sending leads the focus here when something is wrong. */}
      <div className="visually-hidden" ref={summary} tabIndex={-1} />
      {children}
    </form>
  )
}

import type { ReactNode } from 'react'

interface Props {
  /** Label of the main button, also while its call is pending. */
  label: string
  isDisabled: boolean
  /** Why the call failed. */
  error: string | null
  onConfirm: () => void
  /** The other buttons. */
  children?: ReactNode
}

/** The buttons of a confirmation dialog, below the error of its call. */
export function DialogActions({ label, isDisabled, error, onConfirm, children }: Props) {
  return (
    <>
      <div role="alert">{error && <p className="send-failure">{error}</p>}</div>
      <div className="dialog-actions">
        <button type="button" className="button" disabled={isDisabled} onClick={onConfirm}>
          {label}
        </button>
        {children}
      </div>
    </>
  )
}

import type { ReactNode } from 'react'

interface Props {
  /** What the main button says, also while its call is under way. */
  label: string
  isDisabled: boolean
  /** Why the call failed. */
  error: string | null
  onConfirm: () => void
  /** The other buttons. */
  children?: ReactNode
}

/** The buttons of a dialog that asks before a call, below the reason why it failed. */
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

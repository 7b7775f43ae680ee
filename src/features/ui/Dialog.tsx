import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { waitForFonts } from './load-fonts.ts'
import './controls.css'
import './dialog.css'

interface Props {
  title: string
  closeLabel: string
  onClose: () => void
  /** Wide enough for a document or a picture. */
  isWide?: boolean
  children: ReactNode
}

/** A native modal dialog: it traps the focus; Escape and a click on the backdrop close it. */
export function Dialog({ title, closeLabel, onClose, isWide = false, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [hasFonts, setHasFonts] = useState(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    if (!element.open) element.showModal()
    void waitForFonts().then(() => setHasFonts(true))
    // A drag that began inside, such as a selection of text, ends with a click on the backdrop too.
    let isPressedOutside = false
    const press = ({ target }: Event) => {
      isPressedOutside = target === element
    }
    const closeOnBackdrop = ({ target }: MouseEvent) => {
      if (target === element && isPressedOutside) element.close()
    }
    element.addEventListener('pointerdown', press)
    element.addEventListener('click', closeOnBackdrop)
    return () => {
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('click', closeOnBackdrop)
      // `close` returns the focus to the element that opened the dialog, while the dialog is in the document: the
      // cleanup of `useEffect` would be too late.
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-wide={isWide || undefined}
      data-set={hasFonts || undefined}
      aria-labelledby={id}
      onClose={onClose}
    >
      <div className="dialog-sheet">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" className="dialog-close" onClick={() => dialog.current?.close()}>
            <span className="visually-hidden">{closeLabel}</span>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface DialogActionsProps {
  /** Label of the main button, also while its call is pending. */
  label: string
  isDisabled: boolean
  /** Why the call failed. */
  error: ReactNode
  onConfirm: () => void
  cancel?: { label: string; onClick: () => void }
}

/** The buttons of a confirmation dialog, below the error of its call, which stays visible with them. */
export function DialogActions({ label, isDisabled, error, onConfirm, cancel }: DialogActionsProps) {
  return (
    <div className="dialog-actions">
      <div role="alert">{error && <p className="send-failure">{error}</p>}</div>
      <button
        type="button"
        className="button"
        // Not `disabled`, so that the button keeps the focus if the call fails.
        aria-disabled={isDisabled}
        onClick={() => isDisabled || onConfirm()}
      >
        {label}
      </button>
      {cancel && (
        <button type="button" className="button button-quiet" onClick={cancel.onClick}>
          {cancel.label}
        </button>
      )}
    </div>
  )
}

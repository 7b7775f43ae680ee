import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { waitForFonts } from './load-fonts.ts'
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
  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    if (!element.open) element.showModal()
    void waitForFonts().then(() => setHasFonts(true))
    const closeOnBackdrop = ({ target }: MouseEvent) => {
      if (target === element) element.close()
    }
    element.addEventListener('click', closeOnBackdrop)
    return () => {
      element.removeEventListener('click', closeOnBackdrop)
      // `close` returns the focus to the element that opened the dialog.
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

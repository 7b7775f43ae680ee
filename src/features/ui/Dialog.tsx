import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { waitForFonts } from './load-fonts.ts'
import './dialog.css'

interface Props {
  title: string
  closeLabel: string
  onClose: () => void
  /** Room for a document or a picture. */
  isWide?: boolean
  children: ReactNode
}

/** A dialog of the browser's own: it keeps the focus, Esc and a click beside it close it. */
export function Dialog({ title, closeLabel, onClose, isWide = false, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isSet, setSet] = useState(false)
  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    if (!element.open) element.showModal()
    void waitForFonts().then(() => setSet(true))
    const closeBeside = ({ target }: MouseEvent) => {
      if (target === element) element.close()
    }
    element.addEventListener('click', closeBeside)
    return () => {
      element.removeEventListener('click', closeBeside)
      // Closed by the browser, the focus goes back to what opened it.
      element.close()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-wide={isWide || undefined}
      data-set={isSet || undefined}
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

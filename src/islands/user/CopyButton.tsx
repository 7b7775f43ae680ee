import { useState } from 'react'
import { showToast } from '#islands/forms/toast.ts'
import { copyText } from '#islands/ui/copy-text.ts'
import type { UserTexts } from './texts.ts'
import '#islands/ui/row-button.css'

/** Copies a text, and says so. */
export function CopyButton({ text, label, t }: { text: string; label: string; t: UserTexts }) {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    if (!(await copyText(text))) return
    setCopied(true)
    showToast(t, 'forms:copy_done')
  }
  return (
    <button
      type="button"
      className="row-button"
      aria-label={`${t('user:copy')} ${label}`}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{t(isCopied ? 'user:copied' : 'user:copy')}</span>
    </button>
  )
}

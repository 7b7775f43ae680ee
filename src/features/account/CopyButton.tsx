import type { IslandTexts } from '#i18n/island-areas.ts'
import { useState } from 'react'
import { showToast } from '#features/forms/toast.ts'
import { copyText } from '#features/ui/copy-text.ts'
import '#features/ui/row-button.css'

/** Copies a text and confirms it. */
export function CopyButton({
  text,
  label,
  t,
}: {
  text: string
  label: string
  t: IslandTexts<'user'>
}) {
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

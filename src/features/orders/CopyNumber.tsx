import type { IslandTexts } from '#i18n/island-areas.ts'
import { useState } from 'react'
import { showToast } from '#features/forms/toast.ts'
import { copyText } from '#features/ui/copy-text.ts'

/** The order number with a button that copies it. */
export function CopyNumber({ number, t }: { number: string; t: IslandTexts<'order'> }) {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    if (!(await copyText(number))) return
    setCopied(true)
    showToast(t, 'forms:copy_done')
  }
  return (
    <div>
      <dt>{t('order:number')}</dt>
      <dd className="order-number">
        <span className="numeral">{number}</span>
        <button
          type="button"
          className="row-action"
          aria-label={`${t(isCopied ? 'order:copied' : 'order:copy')} ${t('order:number')}`}
          onClick={() => void copy()}
        >
          <span aria-live="polite">{t(isCopied ? 'order:copied' : 'order:copy')}</span>
        </button>
      </dd>
    </div>
  )
}

import type { IslandTexts } from '#i18n/island-areas.ts'
import { showToast } from '#features/forms/toast.ts'
import { useState } from 'react'
import { copyText } from '#features/ui/copy-text.ts'

/** The order number with a button that copies it. */
export function OrderNumber({ orderNo, t }: { orderNo: string; t: IslandTexts<'pay'> }) {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    if (!(await copyText(orderNo))) return
    setCopied(true)
    showToast(t, 'forms:copy_done')
  }
  return (
    <p className="order-number">
      <span className="note">{t('pay:order_no')}</span>
      <span className="numeral">{orderNo}</span>
      <button type="button" className="text-button" onClick={() => void copy()}>
        <span aria-live="polite">{t(isCopied ? 'pay:copied' : 'pay:copy')}</span>
      </button>
    </p>
  )
}

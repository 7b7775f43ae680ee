import { useState } from 'react'
import { copyText } from '#islands/ui/copy-text.ts'
import { say } from './say.ts'
import type { PayTexts } from './texts.ts'

/** The order number with a button that copies it. */
export function OrderNumber({ orderNo, t }: { orderNo: string; t: PayTexts }) {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    if (!(await copyText(orderNo))) return
    setCopied(true)
    say(t, 'forms:copy_done')
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

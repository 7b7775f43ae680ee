import type { IslandTexts } from '#i18n/island-areas.ts'
import { useCopy } from '#features/ui/use-copy.ts'

/** The order number with a button that copies it. */
export function OrderNumber({ orderNo, t }: { orderNo: string; t: IslandTexts<'success'> }) {
  const { isCopied, copy } = useCopy(orderNo, t)
  return (
    <p className="order-number">
      <span className="note">{t('pay:order_no')}</span>
      <span className="numeral">{orderNo}</span>
      <button type="button" className="text-button" onClick={copy}>
        <span aria-live="polite">{t(isCopied ? 'pay:copied' : 'pay:copy')}</span>
      </button>
    </p>
  )
}

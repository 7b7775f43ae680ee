import type { IslandTexts } from '#i18n/island-areas.ts'
import { useCopy } from '#features/ui/use-copy.ts'

/** The order number with a button that copies it. */
export function CopyNumber({ number, t }: { number: string; t: IslandTexts<'orderInfo'> }) {
  const { isCopied, copy } = useCopy(number, t)
  return (
    <div>
      <dt>{t('order:number')}</dt>
      <dd className="order-number">
        <span className="numeral">{number}</span>
        <button
          type="button"
          className="row-action"
          aria-label={`${t(isCopied ? 'order_info:copied' : 'order_info:copy')} ${t('order:number')}`}
          onClick={copy}
        >
          <span aria-live="polite">{t(isCopied ? 'order_info:copied' : 'order_info:copy')}</span>
        </button>
      </dd>
    </div>
  )
}

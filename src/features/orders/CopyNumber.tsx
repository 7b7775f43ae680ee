import type { IslandTexts } from '#i18n/island-areas.ts'
import { useCopy } from '#features/ui/use-copy.ts'

/** The order number with a button that copies it. */
export function CopyNumber({ number, t }: { number: string; t: IslandTexts<'order'> }) {
  const { isCopied, copy } = useCopy(number, t)
  return (
    <div>
      <dt>{t('order:number')}</dt>
      <dd className="order-number">
        <span className="numeral">{number}</span>
        <button
          type="button"
          className="row-action"
          aria-label={`${t(isCopied ? 'order:copied' : 'order:copy')} ${t('order:number')}`}
          onClick={copy}
        >
          <span aria-live="polite">{t(isCopied ? 'order:copied' : 'order:copy')}</span>
        </button>
      </dd>
    </div>
  )
}

import type { IslandTexts } from '#i18n/island-areas.ts'
import './order-list.css'

const ROWS = 3

/** Placeholder with the layout of the order list. */
export function ListSkeleton({ t }: { t: IslandTexts<'order'> }) {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">{t('order:loading')}</output>
      <div className="order-slips" aria-hidden="true">
        {Array.from({ length: ROWS }, (_, row) => (
          <div className="order-slip skeleton-block" key={row} />
        ))}
      </div>
    </div>
  )
}

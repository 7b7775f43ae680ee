import type { IslandTexts } from '#i18n/island-areas.ts'
import './order-list.css'

const ROWS = 3

/** The list before it is there: slips of the right size. */
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

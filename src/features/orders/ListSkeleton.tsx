import type { IslandTexts } from '#i18n/island-areas.ts'

const ROWS = 3

/** The list before it is there: slips of the right size. */
export function ListSkeleton({ t }: { t: IslandTexts<'order'> }) {
  return (
    <div aria-busy="true">
      <output className="visually-hidden">{t('order:loading')}</output>
      <div className="order-slips" aria-hidden="true">
        {Array.from({ length: ROWS }, (_, row) => (
          <div className="order-slip is-waiting" key={row}>
            <div className="slip-body">
              <span className="bar short" />
              <span className="bar" />
              <span className="bar" />
            </div>
            <div className="slip-stub">
              <span className="bar" />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}

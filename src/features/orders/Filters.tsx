import type { IslandPart } from '#i18n/island-areas.ts'
import type { MouseEvent } from 'react'
import { OrderTypeSchema, type OrderType } from '#api/order.ts'
import { getListHref } from './address.ts'
import type { OrderFilter } from './request.ts'
import { listStatuses } from './status.ts'

interface Props extends IslandPart<'order'> {
  filter: OrderFilter
  /** The kinds of orders that the site sells. */
  kinds: readonly OrderType[]
  /** Applies a status filter by its URL without reloading the page. */
  onStatus: (address: string) => void
}

/** Scrolls a row until its current link is visible: on phones rows are wider than the screen. */
function showInRow(link: HTMLAnchorElement | null): void {
  const row = link?.closest('ul')
  if (!link || !row) return
  row.scrollLeft += Math.max(
    0,
    link.getBoundingClientRect().right - row.getBoundingClientRect().right,
  )
}

/** Links to the list of each kind, and status filters; both are part of the URL. */
export function Filters({ filter, kinds, onStatus, locale, t }: Props) {
  const isListed = (type: OrderType) => kinds.includes(type) || type === filter.type
  const types = [null, ...OrderTypeSchema.options.filter(isListed)]
  const statuses = [null, ...listStatuses(filter.type)]
  const choose = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onStatus(event.currentTarget.href)
  }
  return (
    <div className="order-filters">
      <nav aria-label={t('order:types')}>
        <ul className="order-tabs">
          {types.map((type) => (
            <li key={type ?? 'all'}>
              <a
                className="tap"
                href={getListHref({ type, status: null }, locale)}
                aria-current={type === filter.type ? 'page' : undefined}
                ref={type === filter.type ? showInRow : undefined}
              >
                {t(type === null ? 'order:type_all' : `order:tab_${type}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <nav aria-label={t('order:filter')}>
        <ul className="order-chips">
          {statuses.map((status) => (
            <li key={status ?? 'all'}>
              <a
                className="tap"
                href={getListHref({ type: filter.type, status }, locale)}
                aria-current={status === filter.status ? 'true' : undefined}
                ref={status === filter.status ? showInRow : undefined}
                data-prefetch="never"
                onClick={choose}
              >
                {t(`order:status_${status ?? 'all'}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

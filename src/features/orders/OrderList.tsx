import type { OrderType } from '#api/order.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import { ORDER_KINDS } from '#features/order-core/order-kinds.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { href } from '#routes.ts'
import { getListHref } from './address.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { OrderRow } from './OrderRow.tsx'
import type { OrderPage, OrderFilter } from './request.ts'
import { useOrders } from './use-orders.ts'

interface Props extends IslandPart<'order'> {
  filter: OrderFilter
  /** The kinds of orders that the site sells. */
  kinds: readonly OrderType[]
}

/** The member's orders, newest first. Use the filter as `key`, so that each filter has its own state. */
export function OrderList({ filter, kinds, ...part }: Props) {
  const { t } = part
  const { state, retry, loadMore, change, isBusy, error } = useOrders(filter, t)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <ListSkeleton t={t} />
  const page = state.data
  if (page.items.length === 0) return <NoOrders filter={filter} kinds={kinds} {...part} />
  return (
    <>
      <output className="order-count">
        {t(hasMore(page) ? 'order:found_part' : 'order:found', {
          count: page.total,
          shown: page.items.length,
        })}
      </output>
      <ol className="order-slips">
        {page.items.map((order) => (
          <OrderRow
            key={order.order_no}
            order={order}
            // The focused button is gone after the last page.
            isFocused={order.order_no === page.firstNew}
            onChange={(next) => change(page, next)}
            {...part}
          />
        ))}
      </ol>
      {hasMore(page) && (
        <div className="order-more">
          {error && <p role="alert">{t('order:more_failed', { reason: error })}</p>}
          <button
            type="button"
            className="button button-quiet"
            aria-disabled={isBusy}
            onClick={() => void loadMore(page)}
          >
            {t(isBusy ? 'order:loading' : 'order:more')}
          </button>
        </div>
      )}
    </>
  )
}

const hasMore = ({ items, total }: OrderPage): boolean => items.length < total

function NoOrders({ filter, kinds, locale, t }: Props) {
  const { type, status } = filter
  if (status !== null) {
    return (
      <div className="no-orders">
        <h2>{t('order:empty_filtered')}</h2>
        <p>{t('order:empty_filtered_line')}</p>
        <a className="button button-quiet" href={getListHref({ type, status: null }, locale)}>
          {t('order:empty_all')}
        </a>
      </div>
    )
  }
  const { shop } = ORDER_KINDS[type ?? kinds[0] ?? 'member']
  return (
    <div className="no-orders">
      <h2>{t(shop ? 'order:empty_title' : 'order:empty_history')}</h2>
      {shop && (
        <>
          <p>{t('order:empty_line')}</p>
          <a className="button" href={href(shop.route, locale)}>
            {t(shop.label)}
          </a>
        </>
      )}
    </div>
  )
}

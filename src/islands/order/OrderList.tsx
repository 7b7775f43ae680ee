import { LoadFailure } from '#islands/ui/LoadFailure.tsx'
import { href } from '#routes.ts'
import { hrefOfList } from './address.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { OrderRow } from './OrderRow.tsx'
import type { OrderPage, OrderWish } from './request.ts'
import type { OrderPart } from './texts.ts'
import { useOrders } from './use-orders.ts'

/** Where somebody without orders of a kind finds something. */
const SHOPS = { performance: '/drama/home', course: '/course/home', member: '/pay/member' } as const

/** Own orders, newest first. Give it the wish as its key: another wish is another list. */
export function OrderList({ wish, ...part }: OrderPart & { wish: OrderWish }) {
  const { t } = part
  const { state, retry, askMore, change, isBusy, failure } = useOrders(wish)
  if (state.status === 'failed') return <LoadFailure error={state.error} t={t} onRetry={retry} />
  if (state.status !== 'done') return <ListSkeleton t={t} />
  const page = state.data
  if (page.items.length === 0) return <NoOrders wish={wish} {...part} />
  return (
    <>
      <output className="order-count">
        {t('order:found', { count: page.total, shown: page.items.length })}
      </output>
      <ol className="order-slips">
        {page.items.map((held) => (
          <OrderRow
            key={held.order.order_no}
            held={held}
            onChange={(next) => change(page, next)}
            {...part}
          />
        ))}
      </ol>
      {hasMore(page) && (
        <div className="order-more">
          {failure && failure.kind !== 'unauthorized' && (
            <p role="alert">{t('order:more_failed', { reason: t(failure.text) })}</p>
          )}
          <button
            type="button"
            className="button button-quiet"
            disabled={isBusy}
            onClick={() => void askMore(page)}
          >
            {t(isBusy ? 'order:loading' : 'order:more')}
          </button>
        </div>
      )}
    </>
  )
}

const hasMore = ({ items, total }: OrderPage): boolean => items.length < total

function NoOrders({ wish, locale, t }: OrderPart & { wish: OrderWish }) {
  const { type, status } = wish
  if (status !== null) {
    return (
      <div className="no-orders">
        <h2>{t('order:empty_filtered')}</h2>
        <p>{t('order:empty_filtered_line')}</p>
        <a className="button button-quiet" href={hrefOfList({ type, status: null }, locale)}>
          {t('order:empty_all')}
        </a>
      </div>
    )
  }
  const shop = type === null || type === 'recharge' ? 'performance' : type
  return (
    <div className="no-orders">
      <h2>{t('order:empty_title')}</h2>
      <p>{t('order:empty_line')}</p>
      {type !== 'recharge' && (
        <a className="button" href={href(SHOPS[shop], locale)}>
          {t(`order:see_${shop}`)}
        </a>
      )}
    </div>
  )
}

import type { IslandPart } from '#i18n/island-areas.ts'
import { formatMoment, formatPrice } from '#i18n/format.ts'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import { ItemArt } from '#features/order-core/ItemArt.tsx'
import { getDeadline, type OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { focus } from '#features/ui/focus.ts'
import { useIsPhone } from '#features/ui/use-media-query.ts'
import { href } from '#routes.ts'
import { Facts } from './Facts.tsx'
import { getAmountLabel } from './facts.ts'
import { OrderActions } from './OrderActions.tsx'
import { requestOrder } from '#features/order-core/request-order.ts'
import { readShownStatus } from './status.ts'
import { StatusLabel, TimeLeft } from './OrderState.tsx'

interface Props extends IslandPart<'order'> {
  order: OrderWithTiming
  /** Whether the title gets the focus. */
  isFocused: boolean
  onChange: (order: OrderWithTiming) => void
}

/** One order of the list: item, price and actions. */
export function OrderRow({ order, isFocused, onChange, ...part }: Props) {
  const { locale, t } = part
  const deadline = getDeadline(order)
  const isPhone = useIsPhone()
  const kind = getOrderKind(order)
  const title = kind.name(order, t)
  const details = href(isPhone ? '/order/MobileInfo' : '/order/Info', locale, {
    id: order.order_no,
  })

  /** Requests the order after its deadline, because the server determines whether it has expired. */
  async function refresh(): Promise<void> {
    const result = await requestOrder(order.order_no).catch(() => null)
    if (result?.status === 'ok') onChange(result.data)
  }

  return (
    <li className="ticket order-slip" data-status={order.status}>
      <ItemArt order={order} sizes="(max-width: 767px) 30vw, 160px" />
      <div className="slip-body">
        <p className="slip-head">
          <StatusLabel status={readShownStatus(order)} t={t} />
          <span>{t(`order:type_${order.type}`)}</span>
        </p>
        <h2>
          <a href={details} ref={isFocused ? focus : undefined}>
            {title}
          </a>
        </h2>
        <Facts facts={kind.listContent(order, part)} layout="inline" />
        <p className="slip-foot">
          <span>
            {t('order:number')} <span className="numeral">{order.order_no}</span>
          </span>
          <span>
            {t('order:created')}{' '}
            <span className="numeral">{formatMoment(order.created_at, locale)}</span>
          </span>
        </p>
      </div>
      <div className="slip-stub torn" data-edge={isPhone ? 'top' : undefined}>
        <p className="slip-sum">
          <span>{getAmountLabel(order, part)}</span>
          <span className="numeral">{formatPrice(order.payable_fen)}</span>
        </p>
        {deadline && (
          <TimeLeft key={deadline.at} deadline={deadline} t={t} onEnd={() => void refresh()} />
        )}
        <OrderActions order={order} onChange={onChange} {...part}>
          {order.status === 'paid' && order.type === 'performance' && (
            <a
              className="button"
              href={href('/order/DynamicInfoCard', locale, { id: order.order_no })}
              aria-label={t('order:card_of', { title })}
            >
              {t('order:open_card')}
            </a>
          )}
          {!order.actions.pay && (
            <a className="quiet-link" href={details} aria-label={t('order:details_of', { title })}>
              {t('order:details')}
            </a>
          )}
        </OrderActions>
      </div>
    </li>
  )
}

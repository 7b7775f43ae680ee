import { formatPrice } from '#i18n/format.ts'
import { useMediaQuery } from '#islands/ui/use-media-query.ts'
import { href } from '#routes.ts'
import { Facts } from './Facts.tsx'
import { formatMoment, listContent, nameAmount, nameOrder } from './facts.ts'
import { OrderWays } from './OrderWays.tsx'
import type { HeldOrder } from './read-order.ts'
import { requestOrder } from './request.ts'
import { StatusLabel } from './StatusLabel.tsx'
import type { OrderPart } from './texts.ts'
import { TimeLeft } from './TimeLeft.tsx'

const PHONE = '(max-width: 767px)'

interface Props extends OrderPart {
  held: HeldOrder
  onChange: (order: HeldOrder) => void
}

/** One order of the list, as a slip with a stub: what it is, and what it costs. */
export function OrderRow({ held, onChange, ...part }: Props) {
  const { locale, t } = part
  const { order, deadline } = held
  const isPhone = useMediaQuery(PHONE)
  const title = nameOrder(order, part)
  const details = href(isPhone ? '/order/MobileInfo' : '/order/Info', locale, {
    id: order.order_no,
  })

  /** The time is over on this clock: the server says what became of the order. */
  async function ask(): Promise<void> {
    const answer = await requestOrder(order.order_no).catch(() => null)
    if (answer?.status === 'ok') onChange(answer.data)
  }

  return (
    <li className="order-slip" data-status={order.status}>
      <div className="slip-body">
        <p className="slip-head">
          <StatusLabel status={order.status} t={t} />
          <span>{t(`order:type_${order.type}`)}</span>
        </p>
        <h2>
          <a href={details}>{title}</a>
        </h2>
        <Facts facts={listContent(order, part)} className="slip-facts" />
        <p className="slip-foot">
          <span>
            {t('order:number')} <span className="numeral">{order.order_no}</span>
          </span>
          <span>
            {t('order:created')}{' '}
            <span className="numeral">{formatMoment(order.created_at, part)}</span>
          </span>
        </p>
      </div>
      <div className="slip-stub">
        <p className="slip-sum">
          <span>{nameAmount(order, part)}</span>
          <span className="numeral">{formatPrice(order.payable_fen)}</span>
          <small>× {order.quantity}</small>
        </p>
        {deadline && (
          <TimeLeft key={deadline.at} deadline={deadline} t={t} onEnd={() => void ask()} />
        )}
        <OrderWays held={held} onChange={onChange} {...part}>
          {!order.actions.pay && (
            <a className="quiet-link" href={details} aria-label={t('order:details_of', { title })}>
              {t('order:details')}
            </a>
          )}
        </OrderWays>
      </div>
    </li>
  )
}

import type { IslandPart } from '#i18n/island-areas.ts'
import { deadlineOf, type OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { isUpcoming } from '#features/order-core/upcoming.ts'
import { href } from '#routes.ts'
import { Facts } from '../Facts.tsx'
import { listPriceFacts } from '../facts.ts'
import { Invoice } from '../invoice/Invoice.tsx'
import { OrderActions } from '../OrderActions.tsx'
import { readShownStatus } from '../status.ts'
import { StatusLabel } from '../StatusLabel.tsx'
import { TimeLeft } from '../TimeLeft.tsx'
import { Exchanges } from '../tickets/Exchanges.tsx'
import { ExchangeTickets } from '../tickets/ExchangeTickets.tsx'
import { RefundTickets } from '../tickets/RefundTickets.tsx'
import { MoreActions } from './MoreActions.tsx'
import { PayNotes } from './PayNotes.tsx'

interface Props extends IslandPart<'orderInfo'> {
  order: OrderWithTiming
  onChange: (order: OrderWithTiming) => void
  onEnd: () => void
}

/** The sidebar of an order: status, price and actions. */
export function PaySlip({ order, onChange, onEnd, ...part }: Props) {
  const { t } = part
  const deadline = deadlineOf(order)
  return (
    <aside className="ticket pay-slip" aria-label={t('order_info:status')}>
      <div className="pay-state">
        <StatusLabel status={readShownStatus(order)} t={t} />
        {deadline && <TimeLeft key={deadline.at} deadline={deadline} t={t} onEnd={onEnd} />}
        <PayNotes order={order} t={t} />
      </div>
      <div className="pay-rest torn" data-edge="top">
        <Facts facts={listPriceFacts(order, part)} layout="sums" />
        <OrderActions order={order} onChange={onChange} {...part}>
          {order.type === 'performance' && isUpcoming(order) && (
            <a
              className="button"
              href={href('/order/DynamicInfoCard', part.locale, { id: order.order_no })}
            >
              {t('order:open_card')}
            </a>
          )}
          <MoreActions order={order} {...part} />
          <Invoice order={order} onDone={onChange} {...part} />
          {order.type === 'performance' && (
            <>
              <Exchanges order={order} {...part} />
              <ExchangeTickets order={order} {...part} />
              <RefundTickets order={order} t={t} onDone={onChange} />
            </>
          )}
        </OrderActions>
      </div>
    </aside>
  )
}

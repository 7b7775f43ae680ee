import type { IslandPart } from '#i18n/island-areas.ts'
import { isUpcoming } from '#features/order-core/calendar-entry.ts'
import { href } from '#routes.ts'
import { Facts } from '../Facts.tsx'
import { listPriceFacts } from '../facts.ts'
import { Invoice } from '../invoice/Invoice.tsx'
import { OrderActions } from '../OrderActions.tsx'
import type { OrderWithDeadline } from '../with-deadline.ts'
import { readShownStatus } from '../status.ts'
import { StatusLabel } from '../StatusLabel.tsx'
import { TimeLeft } from '../TimeLeft.tsx'
import { Exchanges } from '../tickets/Exchanges.tsx'
import { ExchangeTickets } from '../tickets/ExchangeTickets.tsx'
import { RefundTickets } from '../tickets/RefundTickets.tsx'
import { MoreActions } from './MoreActions.tsx'
import { PayNotes } from './PayNotes.tsx'

interface Props extends IslandPart<'order'> {
  item: OrderWithDeadline
  onChange: (item: OrderWithDeadline) => void
  onEnd: () => void
}

/** The sidebar of an order: status, price and actions. */
export function PaySlip({ item, onChange, onEnd, ...part }: Props) {
  const { order, deadline } = item
  const { t } = part
  return (
    <aside className="ticket pay-slip" aria-label={t('order:status')}>
      <div className="pay-state">
        <StatusLabel status={readShownStatus(order)} t={t} />
        {deadline && <TimeLeft key={deadline.at} deadline={deadline} t={t} onEnd={onEnd} />}
        <PayNotes order={order} t={t} />
      </div>
      <div className="pay-rest torn" data-edge="top">
        <Facts facts={listPriceFacts(order, part)} layout="sums" />
        <OrderActions item={item} onChange={onChange} {...part}>
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

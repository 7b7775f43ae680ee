import type { IslandPart, IslandTexts } from '#i18n/island-areas.ts'
import { readOrderEvent } from '#calendar-file/order-event.ts'
import { CalendarButton } from '#features/order-core/CalendarButton.tsx'
import { isExchange } from '#features/order-core/kinds/performance.ts'
import { getDeadline, type OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { isUpcoming } from '#features/order-core/upcoming.ts'
import { href } from '#routes.ts'
import { Facts } from '../Facts.tsx'
import { listPriceFacts } from '../facts.ts'
import { Invoice } from '../invoice/Invoice.tsx'
import { OrderActions } from '../OrderActions.tsx'
import { readShownStatus } from '../status.ts'
import { StatusLabel, TimeLeft } from '../OrderState.tsx'
import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import { readCancelReason } from '#features/order-core/cancel-reason.ts'
import { Exchanges, RefundTickets, ExchangeTickets } from '../tickets/TicketChanges.tsx'

interface Props extends IslandPart<'orderInfo'> {
  order: OrderWithTiming
  onChange: (order: OrderWithTiming) => void
  onEnd: () => void
}

/** Statuses of orders with a receipt to print. */
const PRINTABLE = new Set<Order['status']>([
  'paid',
  'completed',
  'verified',
  'refunding',
  'refunded',
])

/** The sidebar of an order: status, price and actions. */
export function PaySlip({ order, onChange, onEnd, ...part }: Props) {
  const { t } = part
  const deadline = getDeadline(order)
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
          <CalendarButton
            order={order}
            label={t('order_info:calendar')}
            className="row-action"
            {...part}
          />
          {PRINTABLE.has(order.status) && (
            <button type="button" className="row-action" onClick={() => print()}>
              {t('order_info:print')}
            </button>
          )}
          <Invoice order={order} onDone={onChange} {...part} />
          {order.type === 'performance' && (
            <>
              <Exchanges order={order} {...part} />
              <ExchangeTickets order={order} {...part} />
              <RefundTickets order={order} onDone={onChange} {...part} />
            </>
          )}
        </OrderActions>
      </div>
    </aside>
  )
}

type Texts = IslandTexts<'orderInfo'>

/** Describes a payment that arrived after the deadline; null if there is none. */
function describeLatePayment({ paid_late: isLate, status }: Order, t: Texts): string | null {
  if (!isLate || status === 'refunding' || status === 'refunded') return null
  return t(status === 'cancelled' ? 'order_info:paid_late' : 'order_info:paid_late_kept')
}

/** Describes a failed exchange and whether the original tickets are still valid; null for other orders. */
function describeEndedExchange(order: Order, t: Texts): string | null {
  const reason = readCancelReason(order)
  if (reason === 'old_ticket_used' || reason === 'old_ticket_refunded')
    return t('order_info:exchange_not_done')
  if (reason === null || !isExchange(order)) return null
  return t('order_info:exchange_kept')
}

function describeCancelledDate({ events }: Order, t: Texts): string | null {
  const isCancelled = events.some(({ event }) => event === 'date_cancelled')
  return isCancelled ? t('order_info:date_cancelled') : null
}

function describeRefund({ refund }: Order, t: Texts): string | null {
  if (refund === null || refund.amount_fen === 0) return null
  return t(`order_info:refund_${refund.status}`, { amount: formatPrice(refund.amount_fen) })
}

/** Explains why a coming visit has no button to cancel or exchange it: the deadline has passed. */
function describeDeadline(order: Order, t: Texts): string | null {
  const { status, actions } = order
  const canChange = actions.refund || actions.refund_tickets || actions.exchange
  if (status !== 'paid' || canChange || readOrderEvent(order) === null) return null
  return t('order_info:changes_closed')
}

/** Notes on the payment of an order, in addition to its status. */
function PayNotes({ order, t }: { order: Order; t: Texts }) {
  const notes = [
    describeCancelledDate,
    describeLatePayment,
    describeEndedExchange,
    describeRefund,
    describeDeadline,
  ].flatMap((describe) => describe(order, t) ?? [])
  return notes.map((note) => (
    <p className="pay-note" key={note}>
      {note}
    </p>
  ))
}

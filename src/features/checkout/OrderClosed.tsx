import type { IslandKey, IslandPart } from '#i18n/island-areas.ts'
import { useEffect } from 'react'
import type { Order } from '#api/order.ts'
import { readCancelReason, type CancelReason } from '#features/order-core/cancel-reason.ts'
import { isExchange } from '#features/order-core/kinds/performance.ts'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import { formatPrice } from '#i18n/format.ts'
import { focus } from '#features/ui/focus.ts'
import { href } from '#routes.ts'
import { saveChoice } from '#stores/ticket-choice.ts'
import { OrderSummary } from './OrderSummary.tsx'
import type { Stage } from './watch.ts'
import './order-closed.css'

type ClosedStage = Extract<Stage, 'expired' | 'cancelled' | 'closed'>

type Reason = CancelReason | 'closed' | 'refunded'

function readReason(order: Order, stage: ClosedStage): Reason {
  if (order.status === 'refunding' || order.status === 'refunded') return 'refunded'
  if (stage === 'expired') return 'timeout'
  return (stage === 'cancelled' ? readCancelReason(order) : null) ?? 'closed'
}

/** The texts for an order that ended, and whether the same selection can be ordered again. */
function describeEnd(
  reason: Reason,
  order: Order,
): { title: IslandKey<'pay'>; line: IslandKey<'pay'>; canRepeat: boolean } {
  if (reason === 'closed' || reason === 'refunded')
    return { title: `pay:over_${reason}`, line: `pay:over_${reason}_line`, canRepeat: false }
  if (reason === 'old_ticket_used' || reason === 'old_ticket_refunded' || isExchange(order))
    return { title: 'pay:over_exchange', line: `pay:over_exchange_${reason}`, canRepeat: false }
  return {
    title: `pay:over_${reason}`,
    line: `pay:over_${reason}_line`,
    canRepeat: reason !== 'staff',
  }
}

/** An order that can no longer be paid: the reason, and a link to the same selection. */
export function OrderClosed({
  order,
  stage,
  locale,
  t,
}: IslandPart<'pay'> & { order: Order; stage: ClosedStage }) {
  const reason = readReason(order, stage)
  const { title, line, canRepeat } = describeEnd(reason, order)
  // The texts of a failed exchange are about the old tickets.
  const isClosed = reason === 'closed' || reason === 'refunded'
  const lateRefund = isExchange(order) || isClosed ? null : order.refund
  useEffect(() => {
    // The prerendered steps mark the payment as the current one.
    document.querySelector('.steps [aria-current]')?.removeAttribute('aria-current')
  }, [])

  return (
    <div className="checkout-columns">
      <OrderSummary order={order} locale={locale} t={t} />
      <section className="ticket order-over">
        <div role="alert">
          <h2 ref={focus} tabIndex={-1}>
            {t(title)}
          </h2>
          <p>
            {lateRefund
              ? t('pay:over_refund', { amount: formatPrice(lateRefund.amount_fen) })
              : t(line)}
          </p>
          {reason === 'timeout' && !lateRefund && <p className="note">{t('pay:over_late')}</p>}
        </div>
        {canRepeat && (
          <a
            className="button"
            href={getOrderKind(order).repeatHref(order, locale)}
            onClick={() => restoreChoice(order)}
          >
            {t('pay:buy_again')}
          </a>
        )}
        <a className="quiet-link" href={href('/order/Info', locale, { id: order.order_no })}>
          {t('pay:see_order')}
        </a>
      </section>
    </div>
  )
}

/** Restores the tickets of an ended order as the selection on the ticket page. */
function restoreChoice(order: Order): void {
  if (order.type !== 'performance') return
  const lines = order.lines.map(({ tier_id, quantity }) => ({ tier_id, quantity }))
  saveChoice(order.performance_id, { show_id: order.show_id, lines })
}

import { useEffect, useRef } from 'react'
import type { IslandPart } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import { restoreChoice } from '#features/order-core/restore-choice.ts'
import { href } from '#routes.ts'
import { OrderSummary } from './OrderSummary.tsx'

type Reason = 'timeout' | 'user' | 'closed'

/** An order that can no longer be paid: the reason, and a link to the same selection. */
export function OrderClosed({
  order,
  reason,
  locale,
  t,
}: IslandPart<'pay'> & { order: Order; reason: Reason }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused element has unmounted: move the focus here.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="checkout-columns">
      <OrderSummary order={order} locale={locale} t={t} />
      <section className="ticket order-over">
        <div role="alert">
          <h2 ref={heading} tabIndex={-1}>
            {t(`pay:over_${reason}`)}
          </h2>
          <p>{t(`pay:over_${reason}_line`)}</p>
          {reason === 'timeout' && <p className="note">{t('pay:over_late')}</p>}
        </div>
        {reason !== 'closed' && (
          <a
            className="button"
            href={getOrderKind(order).hrefOfSame(order, locale)}
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

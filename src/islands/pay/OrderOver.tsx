import { useEffect, useRef } from 'react'
import type { Order } from '#api/order.ts'
import { chooseSame, hrefOfSame } from '#islands/forms/order/order-again.ts'
import { href } from '#routes.ts'
import { OrderSummary } from './OrderSummary.tsx'
import type { PayPart } from './texts.ts'

type Reason = 'timeout' | 'user' | 'closed'

/** An order that can no longer be paid: why, and the way to the same choice once more. */
export function OrderOver({
  order,
  reason,
  locale,
  t,
}: PayPart & { order: Order; reason: Reason }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // What had the focus is gone.
  useEffect(() => heading.current?.focus(), [])

  return (
    <div className="checkout-columns">
      <OrderSummary order={order} locale={locale} t={t} />
      <section className="stub over">
        <div role="alert">
          <h2 ref={heading} tabIndex={-1}>
            {t(`pay:over_${reason}`)}
          </h2>
          <p>{t(`pay:over_${reason}_line`)}</p>
          {reason === 'timeout' && <p className="note">{t('pay:over_late')}</p>}
        </div>
        {reason !== 'closed' && (
          <a className="button" href={hrefOfSame(order, locale)} onClick={() => chooseSame(order)}>
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

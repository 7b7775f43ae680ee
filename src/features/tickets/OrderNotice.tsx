import { describeFailure } from '#features/forms/failures.ts'
import { OrderFailure } from '#features/order-core/OrderFailure.tsx'
import { formatPrice } from '#i18n/format.ts'
import { getLoginHref, href } from '#routes.ts'
import type { Refusal } from './refusal.ts'
import type { TicketOrderPart } from './use-ticket-order.ts'

interface Props extends TicketOrderPart {
  refusal: Refusal
}

/** Explains why the order was refused, and offers the next step. */
export function OrderNotice({ refusal, tickets, order, locale, t }: Props) {
  switch (refusal.kind) {
    case 'price':
      return (
        <p>
          {t('tickets:price_changed', {
            old: formatPrice(order.expected),
            now: formatPrice(refusal.quote.payable_fen),
          })}
        </p>
      )
    case 'insufficient': {
      const tier = tickets.show?.tiers.find(({ id }) => id === refusal.tierId)?.name ?? ''
      const key = refusal.left === 0 ? 'tickets:insufficient_none' : 'tickets:insufficient'
      return <p>{t(key, { tier, count: refusal.left })}</p>
    }
    case 'earlier': {
      const { key, orderNo } = refusal
      const isPaid = key === 'paid_order'
      return (
        <>
          <p>{t(`tickets:${key}`, { number: orderNo })}</p>
          <a
            className="button button-quiet"
            href={href(isPaid ? '/order/Info' : '/pay/pay', locale, { id: orderNo })}
          >
            {t(isPaid ? 'tickets:see_order' : 'tickets:resume')}
          </a>
        </>
      )
    }
    case 'unauthorized':
      return (
        <>
          <p>{t('tickets:session_over')}</p>
          <a className="button button-quiet" href={getLoginHref(location)}>
            {t('tickets:log_in_again')}
          </a>
        </>
      )
    case 'other': {
      const reason = describeFailure(refusal.failure, t)
      return (
        <p>
          {refusal.failure.kind === 'failed' ? (
            t('tickets:failed', { reason })
          ) : (
            <OrderFailure failure={refusal.failure} t={t} />
          )}
        </p>
      )
    }
  }
}

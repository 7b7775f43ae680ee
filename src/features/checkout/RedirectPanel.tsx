import { describeFailure } from '#features/forms/failures.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import { useState } from 'react'
import type { Order } from '#api/order.ts'
import type { ProviderMethod } from '#api/pay-methods.ts'
import { formatPrice } from '#i18n/format.ts'
import { useCall } from '#features/forms/use-call.ts'
import { href } from '#routes.ts'
import { hasPaymentMark, markPayment } from '#stores/payment-visit.ts'
import { openPage, withReturn } from './request.ts'
import type { OrderWatch } from './use-order.ts'

interface Props extends IslandPart<'pay'> {
  order: Order
  method: ProviderMethod
  /** Selects the provider's page for phones. */
  isPhone: boolean
  watch: OrderWatch
}

/**
 * Payment on this device: the app or a page of the provider opens in this tab. It may return before the
 * payment has completed, so this page offers a check.
 */
export function RedirectPanel({ order, method, isPhone, watch, locale, t }: Props) {
  const { order_no } = order
  const [hasLeft, setLeft] = useState(() => hasPaymentMark('left', order_no))
  const [isStillPending, setStillPending] = useState(false)
  const call = useCall()

  async function open(): Promise<void> {
    const data = await call.run(() => openPage(order_no, method, isPhone))
    if (!data) return
    if (data.status === 'paid') return void watch.refresh()
    markPayment('left', order_no)
    setLeft(true)
    location.assign(withReturn(data.address, location.href, method))
  }

  async function check(): Promise<void> {
    setStillPending(false)
    const refreshed = await watch.refresh()
    setStillPending(refreshed?.status === 'pending')
  }

  const payLabel = hasLeft
    ? t('pay:pay_again')
    : t('pay:pay_on_phone', { sum: formatPrice(order.payable_fen) })
  return (
    <div className="phone-actions">
      {hasLeft && <p className="scan">{t('pay:returned')}</p>}
      {hasLeft && (
        <button type="button" className="button" onClick={() => void check()}>
          {t('pay:have_paid')}
        </button>
      )}
      <p aria-live="polite">{isStillPending && t('pay:not_in_yet')}</p>
      <button
        type="button"
        className={hasLeft ? 'button button-quiet' : 'button'}
        disabled={call.isBusy}
        onClick={() => void open()}
      >
        {call.isBusy ? t('pay:opening') : payLabel}
      </button>
      {hasLeft && (
        <a
          className="button button-quiet"
          href={href('/order/MobileInfo', locale, { id: order_no })}
        >
          {t('pay:back_to_order')}
        </a>
      )}
      <p className="send-failure" role="alert">
        {call.failure && t('pay:failed', { reason: describeFailure(call.failure, t) })}
      </p>
    </div>
  )
}

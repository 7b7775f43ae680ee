import { useState, type ReactNode } from 'react'
import { LoadFailure } from '#islands/ui/LoadFailure.tsx'
import { MemberGate } from '#islands/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { readOrderNo } from './order-address.ts'
import type { PayPart } from './texts.ts'
import { useOrder, type OrderWatch, type WatchedOrder } from './use-order.ts'
import '#islands/ui/controls.css'
import '#islands/forms/forms.css'
import './pay.css'

interface Props extends PayPart {
  children: (order: WatchedOrder, watch: OrderWatch) => ReactNode
}

/** The order that the address names, for its owner; every way in which it can be missing is said. */
export function OrderFrame({ children, ...part }: Props) {
  const skeleton = <Skeleton {...part} />
  return (
    <MemberGate t={part.t} skeleton={skeleton}>
      <NamedOrder skeleton={skeleton} {...part}>
        {children}
      </NamedOrder>
    </MemberGate>
  )
}

function NamedOrder({ children, skeleton, locale, t }: Props & { skeleton: ReactNode }) {
  const [orderNo] = useState(() => readOrderNo(location.search))
  const watch = useOrder(orderNo)
  const { state } = watch
  if (state.status === 'loading') return skeleton
  if (state.status === 'failed') {
    return <LoadFailure error={state.error} t={t} onRetry={watch.retry} />
  }
  if (state.status === 'missing') {
    return (
      <div className="order-missing" role="alert">
        <h2>{t('pay:not_found')}</h2>
        <p>{t('pay:not_found_line')}</p>
        <a className="button" href={href('/order/list', locale)}>
          {t('pay:all_orders')}
        </a>
      </div>
    )
  }
  return children(state.order, watch)
}

function Skeleton({ t }: PayPart) {
  return (
    <div className="checkout-columns" aria-busy="true">
      <p className="visually-hidden" aria-live="polite">
        {t('pay:loading')}
      </p>
      <div className="summary" aria-hidden="true">
        {Array.from({ length: 3 }, (_, row) => (
          <div className="summary-row" key={row}>
            <span className="bar" />
            <span className="bar short" />
          </div>
        ))}
      </div>
      <div className="stub is-waiting" aria-hidden="true" />
    </div>
  )
}

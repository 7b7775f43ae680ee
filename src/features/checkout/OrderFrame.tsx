import type { IslandPart } from '#i18n/island-areas.ts'
import { useEffect, useState, type ReactNode } from 'react'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import { readOrderNumber } from '#features/order-core/order-number.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { LoadFailure } from '#features/ui/LoadFailure.tsx'
import { MemberGate } from '#features/ui/MemberGate.tsx'
import { href } from '#routes.ts'
import { useOrder, type OrderWatch } from './use-order.ts'
import '#features/ui/controls.css'
import '#features/forms/forms.css'
import './pay.css'

interface Props extends IslandPart<'pay'> {
  children: (order: OrderWithTiming, watch: OrderWatch) => ReactNode
}

/** Shows the order in the URL to its owner, or reports why it cannot be shown. */
export function OrderFrame({ children, ...part }: Props) {
  const skeleton = <Skeleton {...part} />
  return (
    <MemberGate t={part.t} skeleton={skeleton}>
      <OrderLoader skeleton={skeleton} {...part}>
        {children}
      </OrderLoader>
    </MemberGate>
  )
}

function OrderLoader({ children, skeleton, locale, t }: Props & { skeleton: ReactNode }) {
  const [orderNo] = useState(() => readOrderNumber(location.search))
  const watch = useOrder(orderNo)
  const { state } = watch
  // The name of the first checkout step, which is prerendered, depends on the kind of the order.
  const firstStep = state.status === 'done' ? t(getOrderKind(state.order).firstStep) : null
  useEffect(() => {
    const step = document.querySelector('[data-first-step]')
    if (step && firstStep !== null) step.textContent = firstStep
  }, [firstStep])
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

function Skeleton({ t }: IslandPart<'pay'>) {
  return (
    <div className="checkout-columns" aria-busy="true">
      <output className="visually-hidden">{t('pay:loading')}</output>
      <div className="summary" aria-hidden="true">
        {Array.from({ length: 3 }, (_, row) => (
          <div className="summary-row" key={row}>
            <span className="skeleton-line" />
            <span className="skeleton-line short" />
          </div>
        ))}
      </div>
      <div className="payment skeleton-block" aria-hidden="true" />
    </div>
  )
}

import { useState, type ReactNode } from 'react'
import type { Order } from '#api/order.ts'
import type { IslandPart } from '#i18n/island-areas.ts'
import { getOrderKind } from '#features/order-core/order-kinds.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { focus } from '#features/ui/focus.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { href } from '#routes.ts'
import { getChangeKey, type Change } from './request.ts'

const ChangeDialog = lazyWithRetry(() =>
  import('./ChangeDialog.tsx').then((module) => module.ChangeDialog),
)

interface Props extends IslandPart<'order'> {
  order: Order
  onChange: (order: OrderWithTiming) => void
  children?: ReactNode
}

/** The actions that the API currently allows for an order (`order.actions`). */
export function OrderActions({ order, onChange, locale, t, children }: Props) {
  const [change, setChange] = useState<Change | null>(null)
  const [isChanged, setChanged] = useState(false)
  const title = getOrderKind(order).name(order, t)
  const changes = (['cancel', 'refund'] as const).filter((name) => order.actions[name])
  return (
    // After a change, the button that opened the dialog is gone, and with it the focus.
    <div className="order-actions" ref={isChanged ? focus : undefined} tabIndex={-1}>
      {order.actions.pay && (
        <a
          className="button"
          href={href('/pay/pay', locale, { id: order.order_no })}
          aria-label={t('order:pay_of', { title })}
        >
          {t('order:pay')}
        </a>
      )}
      {children}
      {changes.map((name) => (
        <button
          type="button"
          className="row-action"
          key={name}
          aria-label={t(`order:${getChangeKey(name, order)}_of`, { title })}
          onClick={() => setChange(name)}
        >
          {t(`order:${getChangeKey(name, order)}`)}
        </button>
      ))}
      {change && (
        <ChangeDialog
          change={change}
          order={order}
          t={t}
          onClose={() => setChange(null)}
          onDone={(next) => {
            setChange(null)
            setChanged(true)
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

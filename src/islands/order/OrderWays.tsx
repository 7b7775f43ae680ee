import { useState, type ReactNode } from 'react'
import { href } from '#routes.ts'
import { ChangeDialog } from './ChangeDialog.tsx'
import { nameOrder } from './facts.ts'
import type { HeldOrder } from './read-order.ts'
import type { Change } from './request.ts'
import type { OrderPart } from './texts.ts'

interface Props extends OrderPart {
  held: HeldOrder
  onChange: (order: HeldOrder) => void
  children?: ReactNode
}

/** What the owner can do with an order now: the API says what (`actions`). */
export function OrderWays({ held, onChange, locale, t, children }: Props) {
  const { order } = held
  const [change, setChange] = useState<Change | null>(null)
  const offers = (['cancel', 'refund'] as const).filter((name) => order.actions[name])
  return (
    <div className="order-ways">
      {order.actions.pay && (
        <a
          className="button"
          href={href('/pay/pay', locale, { id: order.order_no })}
          aria-label={t('order:pay_of', { title: nameOrder(order, { t }) })}
        >
          {t('order:pay')}
        </a>
      )}
      {children}
      {offers.map((name) => (
        <button type="button" className="row-way" key={name} onClick={() => setChange(name)}>
          {t(`order:${name}`)}
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
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

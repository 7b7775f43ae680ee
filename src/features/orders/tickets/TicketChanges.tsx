import { useState } from 'react'
import type { IslandPart } from '#i18n/island-areas.ts'
import { focus } from '#features/ui/focus.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import { href } from '#routes.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import type { PerformanceOrder } from '#features/order-core/kinds/performance.ts'

const ExchangeDialog = lazyWithRetry(() =>
  import('./ExchangeDialog.tsx').then((module) => module.ExchangeDialog),
)
const RefundDialog = lazyWithRetry(() =>
  import('./RefundDialog.tsx').then((module) => module.RefundDialog),
)

type Props = IslandPart<'orderInfo'> & { order: PerformanceOrder }

/** Exchanges tickets of an order for others of the same performance, if the API allows it. */
export function ExchangeTickets({ order, ...part }: Props) {
  const { t } = part
  const [isOpen, setOpen] = useState(false)
  if (!order.actions.exchange) return null
  return (
    <>
      <button type="button" className="row-action" onClick={() => setOpen(true)}>
        {t('order_info:exchange')}
      </button>
      {isOpen && <ExchangeDialog order={order} onClose={() => setOpen(false)} {...part} />}
    </>
  )
}

/** Links to the orders with which an order has exchanged tickets. */
export function Exchanges({ order, locale, t }: Props) {
  const { exchanged_from: from, exchanged_to: to, paid_at: paidAt } = order
  const links = [
    from !== null && {
      number: from,
      label: t(paidAt === null ? 'order_info:exchange_of' : 'order_info:exchanged_from'),
    },
    ...to.map((number) => ({ number, label: t('order_info:exchanged_to') })),
  ].filter((link) => link !== false)
  if (links.length === 0) return null
  return (
    <ul className="order-exchanges">
      {links.map(({ number, label }) => (
        <li className="pay-note" key={number}>
          {label}{' '}
          <a className="numeral" href={href('/order/Info', locale, { id: number })}>
            {number}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Refunds single tickets of an order, if the API allows it. */
export function RefundTickets(props: Props & { onDone: (order: OrderWithTiming) => void }) {
  const { order, t, onDone } = props
  const [isOpen, setOpen] = useState(false)
  const [isRefunded, setRefunded] = useState(false)
  if (!order.actions.refund_tickets) {
    // The button that had the focus is gone once no ticket is left to refund.
    return (
      isRefunded && (
        <p className="visually-hidden" tabIndex={-1} ref={focus}>
          {t('order_info:event_tickets_refunded')}
        </p>
      )
    )
  }
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="row-action" onClick={() => setOpen(true)}>
        {t('order_info:refund_some')}
      </button>
      {isOpen && (
        <RefundDialog
          order={order}
          t={t}
          onClose={close}
          onDone={(next) => {
            close()
            setRefunded(!next.actions.refund_tickets)
            onDone(next)
          }}
        />
      )}
    </>
  )
}

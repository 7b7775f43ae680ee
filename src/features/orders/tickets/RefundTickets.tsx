import { useState } from 'react'
import type { IslandTexts } from '#i18n/island-areas.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { LazyWithRetry } from '#features/ui/LazyWithRetry.tsx'
import type { PerformanceOrder } from '../ticket-text.ts'

interface Props {
  order: PerformanceOrder
  t: IslandTexts<'orderInfo'>
  onDone: (order: OrderWithTiming) => void
}

const loadDialog = () => import('./RefundDialog.tsx').then((module) => module.RefundDialog)

/** Refunds single tickets of an order, if the API allows it. */
export function RefundTickets({ order, t, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!order.actions.refund_tickets) return null
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="row-action" onClick={() => setOpen(true)}>
        {t('order_info:refund_some')}
      </button>
      {isOpen && (
        <LazyWithRetry
          load={loadDialog}
          props={{
            order,
            t,
            onClose: close,
            onDone: (next: OrderWithTiming) => {
              close()
              onDone(next)
            },
          }}
        />
      )}
    </>
  )
}

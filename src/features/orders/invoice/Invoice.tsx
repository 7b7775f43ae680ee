import { useState } from 'react'
import type { IslandPart } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'
import { formatPrice } from '#i18n/format.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { lazyWithRetry } from '#features/ui/lazy-with-retry.ts'
import './invoice.css'

interface Props extends IslandPart<'orderInfo'> {
  order: Order
  onDone: (order: OrderWithTiming) => void
}

const InvoiceDialog = lazyWithRetry(() =>
  import('./InvoiceDialog.tsx').then((module) => module.InvoiceDialog),
)

/** Describes the status of an order's invoice; null without one. */
function describeInvoice({ invoice }: Order, { t }: Pick<Props, 't'>): string | null {
  if (invoice === null) return null
  const amount = formatPrice(invoice.amount_fen)
  if (invoice.status === 'requested' && invoice.amount_fen === 0)
    return t('order_info:invoice_void')
  return t(`order_info:invoice_${invoice.status}`, { amount, title: invoice.title })
}

/** The invoice of an order: its status, and the form for requesting or changing it. */
export function Invoice({ order, onDone, t }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { invoice } = order
  const state = describeInvoice(order, { t })
  if (state === null && !order.actions.invoice) return null
  const action = t(invoice === null ? 'order_info:invoice_request' : 'order_info:invoice_change')
  return (
    <div className="order-invoice">
      {state !== null && <p className="pay-note">{state}</p>}
      {order.actions.invoice && (
        <button type="button" className="row-action" onClick={() => setOpen(true)}>
          {action}
        </button>
      )}
      {isOpen && (
        <InvoiceDialog
          order={order}
          t={t}
          title={action}
          onClose={() => setOpen(false)}
          onDone={(next) => {
            setOpen(false)
            onDone(next)
          }}
        />
      )}
    </div>
  )
}

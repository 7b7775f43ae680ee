import { useState } from 'react'
import type { IslandPart } from '#i18n/island-areas.ts'
import { LazyWithRetry } from '#features/ui/LazyWithRetry.tsx'
import type { PerformanceOrder } from '../ticket-text.ts'

const loadDialog = () => import('./ExchangeDialog.tsx').then((module) => module.ExchangeDialog)

/** Exchanges tickets of an order for others of the same performance, if the API allows it. */
export function ExchangeTickets({
  order,
  ...part
}: IslandPart<'orderInfo'> & { order: PerformanceOrder }) {
  const { t } = part
  const [isOpen, setOpen] = useState(false)
  if (!order.actions.exchange) return null
  return (
    <>
      <button type="button" className="row-action" onClick={() => setOpen(true)}>
        {t('order_info:exchange')}
      </button>
      {isOpen && (
        <LazyWithRetry
          load={loadDialog}
          props={{ order, onClose: () => setOpen(false), ...part }}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import type { IslandPart } from '#i18n/island-areas.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import { LazyWithRetry } from '#features/ui/LazyWithRetry.tsx'
import type { PerformanceOrder } from '../ticket-text.ts'

const loadForm = () => import('./ExchangeForm.tsx').then((module) => module.ExchangeForm)

/** Exchanges tickets of an order for others of the same performance, if the API allows it. */
export function ExchangeTickets({
  order,
  ...part
}: IslandPart<'order'> & { order: PerformanceOrder }) {
  const { t } = part
  const [isOpen, setOpen] = useState(false)
  if (!order.actions.exchange) return null
  return (
    <>
      <button type="button" className="row-action" onClick={() => setOpen(true)}>
        {t('order:exchange')}
      </button>
      {isOpen && (
        <Dialog
          title={t('order:exchange')}
          closeLabel={t('order:close')}
          onClose={() => setOpen(false)}
          isWide
        >
          <LazyWithRetry load={loadForm} props={{ order, ...part }}>
            <p className="dialog-text">{t('order:exchange_loading')}</p>
          </LazyWithRetry>
        </Dialog>
      )}
    </>
  )
}

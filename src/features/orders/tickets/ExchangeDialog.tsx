import type { IslandPart } from '#i18n/island-areas.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import type { PerformanceOrder } from '#features/order-core/kinds/performance.ts'
import { ExchangeForm } from './ExchangeForm.tsx'

interface Props extends IslandPart<'orderInfo'> {
  order: PerformanceOrder
  onClose: () => void
}

/** Dialog for exchanging tickets of an order. */
export function ExchangeDialog({ order, onClose, ...part }: Props) {
  const { t } = part
  return (
    <Dialog title={t('order_info:exchange')} closeLabel={t('order:close')} onClose={onClose} isWide>
      <ExchangeForm order={order} {...part} />
    </Dialog>
  )
}

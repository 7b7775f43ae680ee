import type { IslandTexts } from '#i18n/island-areas.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { Dialog } from '#features/ui/Dialog.tsx'
import type { PerformanceOrder } from '#features/order-core/kinds/performance.ts'
import { RefundForm } from './RefundForm.tsx'

interface Props {
  order: PerformanceOrder
  t: IslandTexts<'orderInfo'>
  onDone: (order: OrderWithTiming) => void
  onClose: () => void
}

/** Dialog for refunding single tickets of an order. */
export function RefundDialog({ order, t, onDone, onClose }: Props) {
  return (
    <Dialog
      title={t('order_info:refund_some_title')}
      closeLabel={t('order:close')}
      onClose={onClose}
    >
      <RefundForm order={order} t={t} onDone={onDone} onClose={onClose} />
    </Dialog>
  )
}

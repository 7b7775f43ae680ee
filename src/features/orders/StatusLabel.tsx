import type { IslandTexts } from '#i18n/island-areas.ts'
import type { OrderStatus } from '#api/order.ts'
import { STATUS_LOOKS } from './status.ts'

/** The status of an order as icon and text. */
export function StatusLabel({ status, t }: { status: OrderStatus; t: IslandTexts<'order'> }) {
  const { tone, path } = STATUS_LOOKS[status]
  return (
    <span className="order-status" data-status={status} data-tone={tone}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={path} />
      </svg>
      {t(`order:status_${status}`)}
    </span>
  )
}

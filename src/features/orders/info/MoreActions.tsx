import type { IslandPart } from '#i18n/island-areas.ts'
import type { Order } from '#api/order.ts'
import { readOrderEvent } from '#calendar-file/order-event.ts'
import { CalendarButton } from '#features/order-core/CalendarButton.tsx'
import { isUpcoming } from '#features/order-core/upcoming.ts'

const PRINTABLE = new Set<Order['status']>([
  'paid',
  'completed',
  'verified',
  'refunding',
  'refunded',
])

/** Further actions for an order: save the calendar entry, print a receipt. */
export function MoreActions({ order, ...part }: IslandPart<'orderInfo'> & { order: Order }) {
  const { t } = part
  return (
    <>
      {isUpcoming(order) && readOrderEvent(order) !== null && (
        <CalendarButton
          order={order}
          label={t('order_info:calendar')}
          className="row-action"
          {...part}
        />
      )}
      {PRINTABLE.has(order.status) && (
        <button type="button" className="row-action" onClick={() => print()}>
          {t('order_info:print')}
        </button>
      )}
    </>
  )
}

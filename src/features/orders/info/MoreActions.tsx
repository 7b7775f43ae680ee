import type { IslandPart } from '#i18n/island-areas.ts'
import { useStore } from '@nanostores/react'
import type { Order } from '#api/order.ts'
import { saveCalendar, writeCalendarEntry } from '#features/order-core/calendar-entry.ts'
import { $site } from '#stores/site.ts'

const PRINTABLE = new Set<Order['status']>([
  'paid',
  'completed',
  'verified',
  'refunding',
  'refunded',
])

/** Further actions for an order: save the calendar entry, print a receipt. */
export function MoreActions({ order, locale, t }: IslandPart<'order'> & { order: Order }) {
  const { site } = useStore($site)
  const siteName = site?.name ?? null
  const entry = writeCalendarEntry(order, { url: location.href, siteName, locale })
  return (
    <>
      {entry !== null && (
        <button
          type="button"
          className="row-action"
          onClick={() => saveCalendar(entry, order.order_no)}
        >
          {t('order:calendar')}
        </button>
      )}
      {PRINTABLE.has(order.status) && (
        <button type="button" className="row-action" onClick={() => print()}>
          {t('order:print')}
        </button>
      )}
    </>
  )
}

import type { Order } from '#api/order.ts'
import { writeOrderCalendar, type EntryContext } from '#calendar-file/order-calendar.ts'
import { href } from '#routes.ts'
import { isUpcoming } from './upcoming.ts'

/** Writes the calendar file of an order; null if the order has no time or its event has ended. */
export function writeCalendarEntry(
  order: Order,
  context: Omit<EntryContext, 'sequence' | 'isCancelled'>,
): string | null {
  if (!isUpcoming(order)) return null
  // The page of the order, also if the payment confirmation is open.
  const url = new URL(href('/order/Info', context.locale, { id: order.order_no }), context.url).href
  return writeOrderCalendar(order, { ...context, url, sequence: 0, isCancelled: false })
}

/** Downloads a calendar file. @param name file name without extension */
export function saveCalendar(text: string, name: string): void {
  const link = document.createElement('a')
  const url = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  link.href = url
  link.download = `${name}.ics`
  link.click()
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

import type { Order } from '#api/order.ts'
import { writeOrderCalendar } from '#calendar-file/order-calendar.ts'
import type { Locale } from '#i18n/locales.ts'
import { isUpcoming } from './upcoming.ts'

interface EntryContext {
  /** URL of the order's page. */
  url: string
  /** Name of the site; null before the init data are loaded. */
  siteName: string | null
  locale: Locale
}

/** Writes the calendar file of an order; null if the order has no time or its event has ended. */
export const writeCalendarEntry = (order: Order, context: EntryContext): string | null =>
  isUpcoming(order)
    ? writeOrderCalendar(order, { ...context, sequence: 0, isCancelled: false })
    : null

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

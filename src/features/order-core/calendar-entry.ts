import type { Order } from '#api/order.ts'
import { writeOrderCalendar } from '#calendar-file/order-calendar.ts'
import type { Locale } from '#i18n/locales.ts'

/** Whether an order is for something ahead, or under way: not only held, refunded or over. */
export const isAhead = ({ status }: Order): boolean => status === 'paid' || status === 'verified'

interface EntryContext {
  /** Address of the order's page. */
  url: string
  /** Name of the site; null before it is known. */
  siteName: string | null
  locale: Locale
}

/** An order as a calendar file; null when it has no time or is over. */
export const writeCalendarEntry = (order: Order, context: EntryContext): string | null =>
  isAhead(order) ? writeOrderCalendar(order, { ...context, sequence: 0, isCancelled: false }) : null

/** Hands a calendar file over to the browser. */
export function saveCalendar(text: string, name: string): void {
  const link = document.createElement('a')
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  link.href = address
  link.download = `${name}.ics`
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

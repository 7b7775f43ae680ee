import type { Order } from '#api/order.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { writeCalendar } from '#features/ui/ics.ts'
import { formatPlace } from './format-place.ts'
import { getOrderKind } from './order-kinds.ts'

/** Orders that are only held, or refunded, have no calendar entry. */
const HAS_ENTRY = new Set<Order['status']>(['paid', 'completed', 'verified'])

interface EntryContext {
  /** Address of the order's page. */
  url: string
  /** Name of the site; null before it is known. */
  siteName: string | null
  locale: Locale
}

/** An order as a calendar file; null when it has no time or is over. */
export function writeCalendarEntry(
  order: Order,
  { url, siteName, locale }: EntryContext,
): string | null {
  const event = getOrderKind(order).readEvent(order)
  if (event === null || !HAS_ENTRY.has(order.status)) return null
  const { startsAt, endsAt, place } = event
  const host = new URL(url).hostname
  return writeCalendar({
    site: siteName ?? host,
    name: order.title,
    lang: LOCALE_TRAITS[locale].htmlLang,
    events: [
      {
        uid: `${order.order_no}@${host}`,
        title: order.title,
        startsAt,
        endsAt,
        location: formatPlace(place),
        url,
        isCancelled: false,
        asOf: order.server_time,
      },
    ],
  })
}

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

import type { Order } from '#api/order.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { writeCalendar } from '#islands/ui/ics.ts'
import { formatPlace } from './format-place.ts'

const MINUTE_MS = 60_000
/** Orders that are only held, or refunded, have no calendar entry. */
const KEPT = new Set<Order['status']>(['paid', 'completed', 'verified'])

/** When and where an order takes place; null for what has no time. */
function readTimes(order: Order) {
  if (order.type === 'performance') {
    const { starts_at: startsAt, duration_min: minutes, place } = order
    const endsAt = new Date(Date.parse(startsAt) + minutes * MINUTE_MS).toISOString()
    return { startsAt, endsAt, place }
  }
  if (order.type !== 'course' || order.content.kind !== 'date') return null
  const { starts_at: startsAt, ends_at: endsAt, place } = order.content
  return { startsAt, endsAt, place }
}

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
  const times = readTimes(order)
  if (times === null || !KEPT.has(order.status)) return null
  const { startsAt, endsAt, place } = times
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

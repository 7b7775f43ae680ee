import type { Order } from '#api/order.ts'
import { formatPlace } from '#i18n/format-place.ts'
import { LOCALE_TRAITS, type Locale } from '#i18n/locales.ts'
import { writeCalendar, writeEvent } from './ics.ts'
import { readOrderEvent } from './order-event.ts'

export interface EntryContext {
  /** URL of the order page, or of another page of the site. */
  url: string
  /** Name of the site; null before it is known. */
  siteName: string | null
  locale: Locale
  /** Revision of the event: 0 at first, increased with each change, so that calendars replace the event. */
  sequence: number
  isCancelled: boolean
}

/** Writes the event of an order as a calendar file; null for an order without a time. */
export function writeOrderCalendar(order: Order, context: EntryContext): string | null {
  const event = readOrderEvent(order)
  if (event === null) return null
  const { url, siteName, locale, sequence, isCancelled } = context
  const host = new URL(url).hostname
  return writeCalendar({
    site: siteName ?? host,
    name: null,
    lang: LOCALE_TRAITS[locale].htmlLang,
    events: [
      writeEvent({
        uid: `${order.order_no}@${host}`,
        title: order.title,
        startsAt: event.startsAt,
        endsAt: event.endsAt,
        location: formatPlace(event.place, ' · '),
        url,
        isCancelled,
        sequence,
        asOf: order.server_time,
      }),
    ],
  })
}

import * as v from 'valibot'
import { OrderSchema, type Order } from '#api/order.ts'
import { LocaleSchema } from '#api/primitives.ts'
import type { Locale } from '#i18n/locales.ts'
import { TICKET_CACHE } from './clear-ticket-cache.ts'

/** A ticket card as last received from the API, in all languages. */
export interface CachedCard {
  orders: Partial<Record<Locale, Order>>
  /** Server time of the data. */
  asOf: string
}

const CachedCardSchema = v.object({
  orders: v.record(LocaleSchema, OrderSchema),
  asOf: v.string(),
})

/** A cache key; the site has no such path. */
const getKey = (orderNo: string) => `/kept-tickets/${orderNo}`

/** Caches a card on this device and replaces an earlier version. */
export async function cacheCard(orderNo: string, card: CachedCard): Promise<void> {
  try {
    const cache = await caches.open(TICKET_CACHE)
    await cache.put(getKey(orderNo), Response.json(card))
  } catch {
    // Without storage space or a secure context, tickets are available online only.
  }
}

/** Reads a cached card; null if there is none or its format is outdated. */
export async function readCard(orderNo: string): Promise<CachedCard | null> {
  try {
    const cache = await caches.open(TICKET_CACHE)
    const cached: unknown = await (await cache.match(getKey(orderNo)))?.json()
    const card = v.safeParse(CachedCardSchema, cached)
    return card.success ? card.output : null
  } catch {
    return null
  }
}

/** Deletes a card that does not belong to this member or whose order does not exist. */
export async function deleteCachedCard(orderNo: string): Promise<void> {
  try {
    const cache = await caches.open(TICKET_CACHE)
    await cache.delete(getKey(orderNo))
  } catch {
    // Without the Cache API there is no card.
  }
}

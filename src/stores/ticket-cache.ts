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

/** Uses the cache. Without storage space or a secure context, nothing is cached. @returns null after a failure */
async function withCache<Result>(use: (cache: Cache) => Promise<Result>): Promise<Result | null> {
  try {
    return await use(await caches.open(TICKET_CACHE))
  } catch {
    return null
  }
}

/** Caches a card on this device and replaces an earlier version. */
export const cacheCard = (orderNo: string, card: CachedCard) =>
  withCache((cache) => cache.put(getKey(orderNo), Response.json(card)))

/** Reads a cached card; null if there is none or its format is outdated. */
export const readCard = (orderNo: string) =>
  withCache(async (cache) => {
    const cached: unknown = await (await cache.match(getKey(orderNo)))?.json()
    return v.parse(CachedCardSchema, cached)
  })

/** Deletes a card that does not belong to this member or whose order does not exist. */
export const deleteCachedCard = (orderNo: string) =>
  withCache((cache) => cache.delete(getKey(orderNo)))

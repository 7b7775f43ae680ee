import * as v from 'valibot'
import { OrderSchema, type Order } from '#api/order.ts'
import type { Locale } from '#i18n/locales.ts'
import { TICKET_CACHE } from './forget-tickets.ts'

/** A ticket card as the server last gave it, in both languages. */
export interface KeptCard {
  orders: Record<Locale, Order>
  /** When that was, by the server. */
  asOf: string
}

const KeptCardSchema = v.object({
  orders: v.object({ 'zh-cn': OrderSchema, en: OrderSchema }),
  asOf: v.string(),
})

type Caches = Pick<CacheStorage, 'open' | 'delete'>

/** Pages that are not served securely have no caches. */
const ownCaches = (): Caches | null => ('caches' in globalThis ? globalThis.caches : null)

/** No address of the site: nothing but this file ever reads it. */
const keyOf = (orderNo: string) => `/kept-tickets/${orderNo}`

/** Keeps a card on this device, in the place of the one before. */
export async function keepCard(
  orderNo: string,
  card: KeptCard,
  caches: Caches | null = ownCaches(),
): Promise<void> {
  try {
    const cache = await caches?.open(TICKET_CACHE)
    await cache?.put(keyOf(orderNo), Response.json(card))
  } catch {
    // A device without room shows tickets with a network only.
  }
}

/** The card that this device kept; null without one, or when it is of an older form. */
export async function readCard(
  orderNo: string,
  caches: Caches | null = ownCaches(),
): Promise<KeptCard | null> {
  try {
    const cache = await caches?.open(TICKET_CACHE)
    const kept: unknown = await (await cache?.match(keyOf(orderNo)))?.json()
    const card = v.safeParse(KeptCardSchema, kept)
    return card.success ? card.output : null
  } catch {
    return null
  }
}

/** Forgets one card: it is not this member's, or there is no such order. */
export async function forgetCard(
  orderNo: string,
  caches: Caches | null = ownCaches(),
): Promise<void> {
  try {
    const cache = await caches?.open(TICKET_CACHE)
    await cache?.delete(keyOf(orderNo))
  } catch {
    // Nothing was kept.
  }
}

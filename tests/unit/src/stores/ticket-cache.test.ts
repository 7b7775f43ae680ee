import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '#api/order.ts'
import { clearTicketCache } from '#stores/clear-ticket-cache.ts'
import { deleteCachedCard, cacheCard, readCard } from '#stores/ticket-cache.ts'
import { fallBack } from '#features/orders/card/use-card.ts'
import { ApiError, NetworkError } from '#client/errors.ts'
import { drawOrder } from '#tests/fixtures/orders.ts'

/** Cache storage in memory: as much of it as cards need. */
function createCaches(): Pick<CacheStorage, 'open' | 'delete'> {
  const stores = new Map<string, Map<string, Response>>()
  return {
    open: (name) => {
      const entries = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, entries)
      const cache: Partial<Cache> = {
        match: (key) => Promise.resolve(entries.get(String(key))?.clone()),
        put: (key, answer) => Promise.resolve(void entries.set(String(key), answer)),
        delete: (key) => Promise.resolve(entries.delete(String(key))),
      }
      return Promise.resolve(cache as Cache)
    },
    delete: (name) => Promise.resolve(stores.delete(name)),
  }
}

const card = (order: Order = drawOrder()) => ({
  orders: { 'zh-cn': order, en: order },
  asOf: order.server_time,
})

describe('cards that a device keeps', () => {
  beforeEach(() => void vi.stubGlobal('caches', createCaches()))
  afterEach(() => void vi.unstubAllGlobals())

  test('the last answer of each order, and no other', async () => {
    const used = card(drawOrder({ status: 'verified' }))
    await cacheCard('AB12CD34', card())
    await cacheCard('AB12CD34', used)
    expect(await readCard('AB12CD34')).toEqual(used)
    expect(await readCard('ZZZZZZZZ')).toBeNull()
    await deleteCachedCard('AB12CD34')
    expect(await readCard('AB12CD34')).toBeNull()
  })

  test('logging out clears all of them', async () => {
    await cacheCard('AB12CD34', card())
    await cacheCard('AB12CD35', card())
    await clearTicketCache()
    expect(await readCard('AB12CD34')).toBeNull()
    expect(await readCard('AB12CD35')).toBeNull()
  })

  test('a card of another form is none', async () => {
    const cache = await caches.open('tickets-v1')
    await cache.put('/kept-tickets/AB12CD34', Response.json({ orders: {} }))
    expect(await readCard('AB12CD34')).toBeNull()
  })

  test('a page that is not served securely has no caches, and works', async () => {
    vi.stubGlobal('caches', undefined)
    await cacheCard('AB12CD34', card())
    expect(await readCard('AB12CD34')).toBeNull()
    await expect(clearTicketCache()).resolves.toBeUndefined()
  })
})

describe('a card without an answer', () => {
  const lost = new NetworkError(null)
  test('is shown from the device and says so', () => {
    expect(fallBack({ status: 'loading' }, card(), lost)).toEqual({
      status: 'shown',
      card: card(),
      isCached: true,
    })
    expect(fallBack({ status: 'shown', card: card(), isCached: false }, null, lost)).toMatchObject({
      isCached: true,
    })
  })
  test('fails where nothing was kept, and is unknown where the server says so', () => {
    expect(fallBack({ status: 'loading' }, null, lost).status).toBe('failed')
    expect(fallBack({ status: 'loading' }, card(), new ApiError(404, '')).status).toBe('unknown')
  })
})

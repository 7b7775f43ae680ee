import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Order } from '#api/order.ts'
import { clearTicketCache } from '#stores/clear-ticket-cache.ts'
import { deleteCachedCard, cacheCard, readCard } from '#stores/ticket-cache.ts'
import { fallBack } from '#features/orders/card/use-card.ts'
import { ApiError, NetworkError } from '#client/errors.ts'
import { drawOrder } from '#tests/fixtures/orders.ts'

/** In-memory CacheStorage with the methods that ticket cards use. */
function createCaches(): Pick<CacheStorage, 'open' | 'delete'> {
  const stores = new Map<string, Map<string, Response>>()
  return {
    open: (name) => {
      const entries = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, entries)
      const cache: Partial<Cache> = {
        match: (key) => Promise.resolve(entries.get(String(key))?.clone()),
        put: (key, response) => Promise.resolve(void entries.set(String(key), response)),
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

describe('cached ticket cards', () => {
  beforeEach(() => void vi.stubGlobal('caches', createCaches()))
  afterEach(() => void vi.unstubAllGlobals())

  test('hold the last response of each order', async () => {
    const used = card(drawOrder({ status: 'verified' }))
    await cacheCard('AB12CD34', card())
    await cacheCard('AB12CD34', used)
    expect(await readCard('AB12CD34')).toEqual(used)
    expect(await readCard('ZZZZZZZZ')).toBeNull()
    await deleteCachedCard('AB12CD34')
    expect(await readCard('AB12CD34')).toBeNull()
  })

  test('are deleted on logout', async () => {
    await cacheCard('AB12CD34', card())
    await cacheCard('AB12CD35', card())
    await clearTicketCache()
    expect(await readCard('AB12CD34')).toBeNull()
    expect(await readCard('AB12CD35')).toBeNull()
  })

  test('are ignored if they have another shape', async () => {
    const cache = await caches.open('tickets-v1')
    await cache.put('/kept-tickets/AB12CD34', Response.json({ orders: {} }))
    expect(await readCard('AB12CD34')).toBeNull()
  })

  test('are skipped without CacheStorage, outside secure contexts', async () => {
    vi.stubGlobal('caches', undefined)
    await cacheCard('AB12CD34', card())
    expect(await readCard('AB12CD34')).toBeNull()
    await expect(clearTicketCache()).resolves.toBeUndefined()
  })
})

describe('ticket card without a response', () => {
  const networkError = new NetworkError(null)
  test('falls back to the cached card and is marked as cached', () => {
    expect(fallBack({ status: 'loading' }, card(), networkError)).toEqual({
      status: 'shown',
      card: card(),
      isCached: true,
    })
    expect(
      fallBack({ status: 'shown', card: card(), isCached: false }, null, networkError),
    ).toMatchObject({
      isCached: true,
    })
  })
  test('fails without a cached card, and is unknown after a 404', () => {
    expect(fallBack({ status: 'loading' }, null, networkError).status).toBe('failed')
    expect(fallBack({ status: 'loading' }, card(), new ApiError(404, '')).status).toBe('unknown')
  })
  test('falls back to the cached card after a 404 of a proxy', () => {
    const error = new ApiError(404, '', false)
    expect(fallBack({ status: 'loading' }, card(), error)).toMatchObject({ isCached: true })
  })
})

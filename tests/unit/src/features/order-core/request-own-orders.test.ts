import { expect, test } from 'vitest'
import { collectOrders } from '#features/order-core/request-own-orders.ts'
import { drawOrder } from '#tests/fixtures/orders.ts'

/** Responds with pages of two orders of a member who has placed `total` orders. */
function respondWith(total: number) {
  const pages: number[] = []
  const request = (page: number) => {
    pages.push(page)
    const count = Math.min(2, total - 2 * (page - 1))
    const items = Array.from({ length: count }, () => drawOrder({}))
    return Promise.resolve({ status: 'ok', data: { items, page, size: 2, total } } as const)
  }
  return { pages, request }
}

test.each([
  [0, [1]],
  [2, [1]],
  [5, [1, 2, 3]],
  [99, [1, 2, 3, 4, 5]],
])('of %s orders, two to a page, requests the pages %s', async (total, expected) => {
  const { pages, request } = respondWith(total)
  const result = await collectOrders(request)
  expect(pages).toEqual(expected)
  expect(result.status === 'ok' && result.data.length).toBe(Math.min(total, 10))
})

test('returns the refusal of a page', async () => {
  const refusal = { status: 'refused', code: 500, msg: '', data: null } as const
  const { request } = respondWith(4)
  const result = await collectOrders((page) =>
    page === 2 ? Promise.resolve(refusal) : request(page),
  )
  expect(result).toEqual(refusal)
})

import type * as v from 'valibot'
import { listOrders, type Order } from '#api/order.ts'
import { MAX_PAGE_SIZE } from '#api/paging.ts'
import type { CallResult } from '#client/create-client.ts'
import { callApi } from '#stores/client.ts'

/** Enough for years of weekly classes. */
const MAX_PAGES = 5

type OrderPage = v.InferOutput<typeof listOrders.data>

/** Collects the orders of all pages. @param request requests one page, from 1 */
export async function collectOrders(
  request: (page: number) => Promise<CallResult<OrderPage>>,
): Promise<CallResult<Order[]>> {
  const orders: Order[] = []
  for (let page = 1; ; page += 1) {
    const result = await request(page)
    if (result.status !== 'ok') return result
    const { items, size, total } = result.data
    orders.push(...items)
    if (page * size >= total || page === MAX_PAGES) return { status: 'ok', data: orders }
  }
}

/** Requests the orders of the member: a coming visit may have been ordered long before the newest ones. */
export const requestOwnOrders = (signal: AbortSignal) =>
  collectOrders((page) => callApi(listOrders, { body: { page, size: MAX_PAGE_SIZE }, signal }))

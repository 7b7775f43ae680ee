import type * as v from 'valibot'
import { listOrders, type Order } from '#api/order.ts'
import { MAX_PAGE_SIZE } from '#api/paging.ts'
import type { CallResult } from '#client/create-client.ts'
import { callApi } from '#stores/client.ts'

/** Enough for years of weekly classes. */
const MAX_PAGES = 5

type OrderPage = v.InferOutput<typeof listOrders.data>

/**
 * Collects the orders of all pages. Those after the first are requested together.
 * @param request requests one page, from 1
 */
export async function collectOrders(
  request: (page: number) => Promise<CallResult<OrderPage>>,
): Promise<CallResult<Order[]>> {
  const first = await request(1)
  if (first.status !== 'ok') return first
  const { items, size, total } = first.data
  const count = Math.min(Math.ceil(total / size), MAX_PAGES)
  const others = Array.from({ length: count - 1 }, (_, index) => request(index + 2))
  const orders = [...items]
  for (const result of await Promise.all(others)) {
    if (result.status !== 'ok') return result
    orders.push(...result.data.items)
  }
  return { status: 'ok', data: orders }
}

/** Requests the orders of the member: a coming visit may have been ordered long before the newest ones. */
export const requestOwnOrders = (signal: AbortSignal) =>
  collectOrders((page) => callApi(listOrders, { body: { page, size: MAX_PAGE_SIZE }, signal }))

import type * as v from 'valibot'
import { cancelOrder, listOrders, requestRefund } from '#api/order.ts'
import type { Order, OrderStatus, OrderType } from '#api/order.ts'
import { MAX_PAGE_SIZE } from '#api/paging.ts'
import type { CallResult } from '#client/create-client.ts'
import type { OrderWithTiming } from '#features/order-core/order-with-timing.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { callApi } from '#stores/client.ts'

/** Orders per page; further pages are requested on demand. */
const PAGE_SIZE = 10

export interface OrderFilter {
  type: OrderType | null
  status: OrderStatus | null
}

export interface OrderPage extends Omit<v.InferOutput<typeof listOrders.data>, 'items'> {
  items: OrderWithTiming[]
  /** The first order that a further page has added; it gets the focus. */
  firstNew: string | null
}

/** Requests one page of the member's orders. */
export async function requestOrders(
  { type, status }: OrderFilter,
  { page, size }: Pick<OrderPage, 'page' | 'size'>,
  signal?: AbortSignal,
): Promise<CallResult<OrderPage>> {
  const body = { page, size, ...(type && { type }), ...(status && { status }) }
  const result = await recordTiming(() => callApi(listOrders, { body, ...(signal && { signal }) }))
  if (result.status !== 'ok') return result
  const { items, timing } = result.data
  return {
    status: 'ok',
    data: {
      ...result.data,
      items: items.map((order) => ({ ...order, timing })),
      firstNew: null,
    },
  }
}

/** Requests the newest orders of the member: the first page, or as many as are listed. */
export const requestNewestOrders = (
  filter: OrderFilter,
  signal: AbortSignal,
  listed?: OrderPage,
): Promise<CallResult<OrderPage>> => {
  const size = Math.min(MAX_PAGE_SIZE, Math.max(PAGE_SIZE, listed?.items.length ?? 0))
  return requestOrders(filter, { page: 1, size }, signal)
}

/** Changes by the member; the response of both contains the changed order. */
export type Change = 'cancel' | 'refund'
const CHANGES = { cancel: cancelOrder, refund: requestRefund }

/** The part of the message keys that names a change: free bookings are given up, not refunded. */
export const getChangeKey = (change: Change, { payable_fen, credit_fen }: Order) =>
  change === 'refund' && payable_fen + credit_fen === 0 ? 'give_up' : change

export const changeOrder = (change: Change, { order_no }: Order) =>
  recordTiming(() => callApi(CHANGES[change], { body: { order_no } }))

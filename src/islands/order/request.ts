import { cancelOrder, getOrder, listOrders, requestRefund } from '#api/order.ts'
import type { Order, OrderStatus, OrderType } from '#api/order.ts'
import type { Answer } from '#client/create-client.ts'
import { callApi } from '#stores/client.ts'
import { holdOrder, type HeldOrder } from './read-order.ts'

/** Orders of one answer; the next page is asked for when somebody wants to see it. */
export const PAGE_SIZE = 10

export interface OrderWish {
  type: OrderType | null
  status: OrderStatus | null
}

export interface OrderPage {
  items: HeldOrder[]
  page: number
  total: number
}

async function onOwnClock<Given, Taken>(
  ask: () => Promise<Answer<Given>>,
  read: (data: Given, asked: { askedAt: number; answeredAt: number }) => Taken,
): Promise<Answer<Taken>> {
  const askedAt = Date.now()
  const answer = await ask()
  if (answer.status !== 'ok') return answer
  return { status: 'ok', data: read(answer.data, { askedAt, answeredAt: Date.now() }) }
}

/** One page of own orders. */
export function requestOrders({ type, status }: OrderWish, page: number, signal?: AbortSignal) {
  const body = { page, size: PAGE_SIZE, ...(type && { type }), ...(status && { status }) }
  return onOwnClock(
    () => callApi(listOrders, { body, ...(signal && { signal }) }),
    (data, asked): OrderPage => ({
      items: data.items.map((order) => holdOrder(order, asked)),
      page: data.page,
      total: data.total,
    }),
  )
}

/** One own order. */
export const requestOrder = (order_no: string, signal?: AbortSignal) =>
  onOwnClock(() => callApi(getOrder, { query: { order_no }, ...(signal && { signal }) }), holdOrder)

/** Changes that an owner may make; both answer with the order as it is then. */
export type Change = 'cancel' | 'refund'
const CHANGES = { cancel: cancelOrder, refund: requestRefund }

export const changeOrder = (change: Change, { order_no }: Order) =>
  onOwnClock(() => callApi(CHANGES[change], { body: { order_no } }), holdOrder)

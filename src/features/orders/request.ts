import type * as v from 'valibot'
import { requestInvoice } from '#api/invoice.ts'
import { cancelOrder, getOrder, listOrders, requestRefund } from '#api/order.ts'
import type { Order, OrderStatus, OrderType } from '#api/order.ts'
import { refundTickets } from '#api/ticket-changes.ts'
import type { CallResult } from '#client/create-client.ts'
import type { TimedOrder } from '#features/order-core/timed-order.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { callApi } from '#stores/client.ts'

/** Orders of one answer; the next page is timing for when somebody wants to see it. */
const PAGE_SIZE = 10

export interface OrderFilter {
  type: OrderType | null
  status: OrderStatus | null
}

export interface OrderPage {
  items: TimedOrder[]
  page: number
  total: number
}

/** One page of own orders. */
export async function requestOrders(
  { type, status }: OrderFilter,
  page: number,
  signal?: AbortSignal,
): Promise<CallResult<OrderPage>> {
  const body = { page, size: PAGE_SIZE, ...(type && { type }), ...(status && { status }) }
  const answer = await recordTiming(() => callApi(listOrders, { body, ...(signal && { signal }) }))
  if (answer.status !== 'ok') return answer
  const { items, timing } = answer.data
  return {
    status: 'ok',
    data: { ...answer.data, items: items.map((order) => ({ ...order, timing })) },
  }
}

/** One own order. */
export const requestOrder = (order_no: string, signal?: AbortSignal) =>
  recordTiming(() => callApi(getOrder, { query: { order_no }, ...(signal && { signal }) }))

/** Changes that an owner may make; both answer with the order as it is then. */
export type Change = 'cancel' | 'refund'
const CHANGES = { cancel: cancelOrder, refund: requestRefund }

/** How a change is called: a booking that cost nothing is given up, not refunded. */
export const nameChange = (change: Change, { payable_fen, credit_fen }: Order) =>
  change === 'refund' && payable_fen + credit_fen === 0 ? 'give_up' : change

export const changeOrder = (change: Change, { order_no }: Order) =>
  recordTiming(() => callApi(CHANGES[change], { body: { order_no } }))

type InvoiceRequest = v.InferInput<typeof requestInvoice.body>['invoice']

/** Requests the invoice of an order, or changes the request. */
export const requestInvoiceOf = ({ order_no }: Order, invoice: InvoiceRequest) =>
  recordTiming(() => callApi(requestInvoice, { body: { order_no, invoice } }))

export interface TicketRefund {
  order_no: string
  ticket_ids: number[]
  expected_refund_fen: number
}

/** Refunds single tickets; the same key again pays once. */
export const requestTicketRefund = (body: TicketRefund, idempotencyKey: string) =>
  recordTiming(() => callApi(refundTickets, { body, idempotencyKey }))

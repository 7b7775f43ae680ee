import type * as v from 'valibot'
import { requestInvoice } from '#api/invoice.ts'
import { cancelOrder, getOrder, listOrders, requestRefund } from '#api/order.ts'
import type { Order, OrderStatus, OrderType } from '#api/order.ts'
import type { CallResult } from '#client/create-client.ts'
import { refundTickets } from '#api/ticket-changes.ts'
import { callApi } from '#stores/client.ts'
import { withDeadline, type OrderWithDeadline } from './with-deadline.ts'

/** Orders of one answer; the next page is timing for when somebody wants to see it. */
const PAGE_SIZE = 10

export interface OrderFilter {
  type: OrderType | null
  status: OrderStatus | null
}

export interface OrderPage {
  items: OrderWithDeadline[]
  page: number
  total: number
}

async function callWithTiming<Given, Taken>(
  call: () => Promise<CallResult<Given>>,
  read: (data: Given, timing: { requestedAt: number; answeredAt: number }) => Taken,
): Promise<CallResult<Taken>> {
  const requestedAt = Date.now()
  const answer = await call()
  if (answer.status !== 'ok') return answer
  return { status: 'ok', data: read(answer.data, { requestedAt, answeredAt: Date.now() }) }
}

/** One page of own orders. */
export function requestOrders({ type, status }: OrderFilter, page: number, signal?: AbortSignal) {
  const body = { page, size: PAGE_SIZE, ...(type && { type }), ...(status && { status }) }
  return callWithTiming(
    () => callApi(listOrders, { body, ...(signal && { signal }) }),
    (data, timing): OrderPage => ({
      items: data.items.map((order) => withDeadline(order, timing)),
      page: data.page,
      total: data.total,
    }),
  )
}

/** One own order. */
export const requestOrder = (order_no: string, signal?: AbortSignal) =>
  callWithTiming(
    () => callApi(getOrder, { query: { order_no }, ...(signal && { signal }) }),
    withDeadline,
  )

/** Changes that an owner may make; both answer with the order as it is then. */
export type Change = 'cancel' | 'refund'
const CHANGES = { cancel: cancelOrder, refund: requestRefund }

/** How a change is called: a booking that cost nothing is given up, not refunded. */
export const nameChange = (change: Change, { payable_fen }: Order) =>
  change === 'refund' && payable_fen === 0 ? 'give_up' : change

export const changeOrder = (change: Change, { order_no }: Order) =>
  callWithTiming(() => callApi(CHANGES[change], { body: { order_no } }), withDeadline)

type InvoiceRequest = v.InferInput<typeof requestInvoice.body>['invoice']

/** Requests the invoice of an order, or changes the request. */
export const requestInvoiceOf = ({ order_no }: Order, invoice: InvoiceRequest) =>
  callWithTiming(() => callApi(requestInvoice, { body: { order_no, invoice } }), withDeadline)

export interface TicketRefund {
  order_no: string
  ticket_ids: number[]
  expected_refund_fen: number
}

/** Refunds single tickets; the same key again pays once. */
export const requestTicketRefund = (body: TicketRefund, idempotencyKey: string) =>
  callWithTiming(() => callApi(refundTickets, { body, idempotencyKey }), withDeadline)

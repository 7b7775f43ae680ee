import type * as v from 'valibot'
import { requestInvoice } from '#api/invoice.ts'
import { cancelOrder, getOrder, listOrders, requestRefund } from '#api/order.ts'
import type { Order, OrderStatus, OrderType } from '#api/order.ts'
import type { CallResult } from '#client/create-client.ts'
import { refundTickets } from '#api/ticket-changes.ts'
import { callApi } from '#stores/client.ts'
import { withDeadline, type OrderWithDeadline } from './with-deadline.ts'

/** Orders per page; further pages are requested on demand. */
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

async function callWithTiming<Data, Result>(
  call: () => Promise<CallResult<Data>>,
  read: (data: Data, timing: { requestedAt: number; receivedAt: number }) => Result,
): Promise<CallResult<Result>> {
  const requestedAt = Date.now()
  const result = await call()
  if (result.status !== 'ok') return result
  return { status: 'ok', data: read(result.data, { requestedAt, receivedAt: Date.now() }) }
}

/** Requests one page of the member's orders. */
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

/** Requests one order of the member. */
export const requestOrder = (order_no: string, signal?: AbortSignal) =>
  callWithTiming(
    () => callApi(getOrder, { query: { order_no }, ...(signal && { signal }) }),
    withDeadline,
  )

/** Changes by the member; the response of both contains the changed order. */
export type Change = 'cancel' | 'refund'
const CHANGES = { cancel: cancelOrder, refund: requestRefund }

/** The part of the message keys that names a change: free bookings are given up, not refunded. */
export const getChangeKey = (change: Change, { payable_fen, credit_fen }: Order) =>
  change === 'refund' && payable_fen + credit_fen === 0 ? 'give_up' : change

export const changeOrder = (change: Change, { order_no }: Order) =>
  callWithTiming(() => callApi(CHANGES[change], { body: { order_no } }), withDeadline)

type InvoiceRequest = v.InferInput<typeof requestInvoice.body>['invoice']

/** Requests the invoice of an order, or changes an earlier request. */
export const requestInvoiceOf = ({ order_no }: Order, invoice: InvoiceRequest) =>
  callWithTiming(() => callApi(requestInvoice, { body: { order_no, invoice } }), withDeadline)

export interface TicketRefund {
  order_no: string
  ticket_ids: number[]
  expected_refund_fen: number
}

/** Refunds single tickets, once per idempotency key. */
export const requestTicketRefund = (body: TicketRefund, idempotencyKey: string) =>
  callWithTiming(() => callApi(refundTickets, { body, idempotencyKey }), withDeadline)

import type * as v from 'valibot'
import { requestInvoice } from '#api/invoice.ts'
import type { Order } from '#api/order.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { callApi } from '#stores/client.ts'

type InvoiceRequest = v.InferInput<typeof requestInvoice.body>['invoice']

/** Requests the invoice of an order, or changes an earlier request. */
export const requestInvoiceOf = ({ order_no }: Order, invoice: InvoiceRequest) =>
  recordTiming(() => callApi(requestInvoice, { body: { order_no, invoice } }))

import { getOrder } from '#api/order.ts'
import { recordTiming } from '#features/ui/record-timing.ts'
import { callApi } from '#stores/client.ts'

/** Requests an order of the member. */
export const requestOrder = (order_no: string, signal?: AbortSignal) =>
  recordTiming(() => callApi(getOrder, { query: { order_no }, ...(signal && { signal }) }))

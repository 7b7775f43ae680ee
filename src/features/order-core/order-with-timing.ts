import type { Order } from '#api/order.ts'
import type { Deadline } from '#features/ui/Countdown.tsx'
import type { WithTiming } from '#features/ui/record-timing.ts'

/** An order with the timing of its request, from which its remaining payment time is counted. */
export type OrderWithTiming = WithTiming<Order>

/** The payment deadline of an order; null unless the order is pending. */
export function getDeadline(order: OrderWithTiming): Deadline | null {
  const { expires_at: at, server_time: serverTime, status, timing } = order
  return status !== 'pending' || at === null ? null : { at, serverTime, timing }
}

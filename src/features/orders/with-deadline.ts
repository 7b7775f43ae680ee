import type { Order } from '#api/order.ts'
import type { Deadline } from '#features/ui/Countdown.tsx'
import type { RequestTiming } from '#stores/server-clock.ts'

/** An order and, while it can be paid, until when, on a clock that the device can count by. */
export interface OrderWithDeadline {
  order: Order
  deadline: Deadline | null
}

/** Notes when an order was timing for: its remaining time counts from there. */
export function withDeadline(order: Order, timing: RequestTiming): OrderWithDeadline {
  const { expires_at: at, server_time: serverTime, status } = order
  if (status !== 'pending' || at === null) return { order, deadline: null }
  return { order, deadline: { at, serverTime, timing } }
}

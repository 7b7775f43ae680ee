import type { Order } from '#api/order.ts'
import type { Deadline } from '#features/ui/Countdown.tsx'
import type { RequestTiming } from '#stores/server-clock.ts'

/** An order and its payment deadline; the deadline is null if the order cannot be paid. */
export interface OrderWithDeadline {
  order: Order
  deadline: Deadline | null
}

/** Adds the payment deadline, with the timing of the request that loaded the order. */
export function withDeadline(order: Order, timing: RequestTiming): OrderWithDeadline {
  const { expires_at: at, server_time: serverTime, status } = order
  if (status !== 'pending' || at === null) return { order, deadline: null }
  return { order, deadline: { at, serverTime, timing } }
}

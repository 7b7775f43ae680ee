import type { Order } from '#api/order.ts'
import type { Deadline } from '#islands/ui/Countdown.tsx'
import type { Asked } from '#stores/server-clock.ts'

/** An order and, while it can be paid, until when, on a clock that the device can count by. */
export interface HeldOrder {
  order: Order
  deadline: Deadline | null
}

/** Notes when an order was asked for: its remaining time counts from there. */
export function holdOrder(order: Order, asked: Asked): HeldOrder {
  const { expires_at: at, server_time: serverTime, status } = order
  if (status !== 'pending' || at === null) return { order, deadline: null }
  return { order, deadline: { at, serverTime, asked } }
}

import type { Order } from '#api/order.ts'
import type { Deadline } from '#features/ui/Countdown.tsx'
import type { WithTiming } from '#features/ui/record-timing.ts'
import { toLocalDeadline } from '#stores/server-clock.ts'

/** An order with the timing of its request, from which its remaining payment time is counted. */
export type OrderWithTiming = WithTiming<Order>

/**
 * The payment deadline of an order; null unless the order is pending. It is counted from the exact remaining
 * time: by whole seconds, a countdown could end before the deadline of the server.
 */
export function getDeadline(order: OrderWithTiming): Deadline | null {
  const { expires_at: at, remaining_ms, status, timing } = order
  if (status !== 'pending' || at === null) return null
  return { at, until: toLocalDeadline(remaining_ms, timing), notedAt: timing.receivedAt }
}

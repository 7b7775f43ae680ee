import type { Order } from '#api/order.ts'

/** Events that end an unpaid exchange without its buyer. */
const EXCHANGE_ENDS = ['old_ticket_used', 'old_ticket_refunded'] as const

export type CancelReason = NonNullable<Order['cancel_reason']> | (typeof EXCHANGE_ENDS)[number]

/** Why an order was cancelled, of an exchange also what happened to its old tickets; null if it was not. */
export function readCancelReason({
  cancel_reason: reason,
  events,
}: Pick<Order, 'cancel_reason' | 'events'>): CancelReason | null {
  if (reason === null) return null
  return EXCHANGE_ENDS.find((end) => events.some(({ event }) => event === end)) ?? reason
}

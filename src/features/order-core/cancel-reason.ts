import { EXCHANGE_ENDS, type ExchangeEnd, type Order } from '#api/order.ts'

export type CancelReason = NonNullable<Order['cancel_reason']> | ExchangeEnd

/** Why an order was cancelled; for exchanges, the event of the original tickets. Null if not cancelled. */
export function readCancelReason({
  cancel_reason: reason,
  events,
}: Pick<Order, 'cancel_reason' | 'events'>): CancelReason | null {
  if (reason === null) return null
  return EXCHANGE_ENDS.find((end) => events.some(({ event }) => event === end)) ?? reason
}

import type { Order } from '#api/order.ts'

/** The polling interval of a pending order, also after its deadline, because a pending payment may still complete. */
export const POLL_MS = 2000
/** After this long the page offers an immediate check. */
export const OFFER_CHECK_MS = 60_000
/** With this many seconds left the page offers to extend the hold. */
export const EXTEND_PROMPT_S = 45

type Status = Order['status']

/** The state of an order at the checkout. */
export type Stage = 'waiting' | 'paid' | 'expired' | 'cancelled' | 'closed'

/** @param seconds seconds left to pay, by the server's clock */
export function getCheckoutStage({ status }: { status: Status }, seconds: number): Stage {
  if (status === 'paid' || status === 'completed' || status === 'verified') return 'paid'
  if (status === 'cancelled') return 'cancelled'
  if (status !== 'pending') return 'closed'
  return seconds > 0 ? 'waiting' : 'expired'
}

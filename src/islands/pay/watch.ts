import type { Order } from '#api/order.ts'

/** How often a waiting order is asked for (mission flow E 2). */
export const VISIBLE_MS = 2000
export const HIDDEN_MS = 10_000
/** After this long the page offers to ask at once. */
export const OFFER_CHECK_MS = 60_000
/** With this many seconds left the page asks whether to hold on. */
export const ASK_TO_KEEP_S = 45

type Status = Order['status']

/** What the cashier shows of an order. */
export type Stage = 'waiting' | 'paid' | 'expired' | 'cancelled' | 'closed'

/** @param seconds left to pay, by the clock of the server */
export function stageOf({ status }: { status: Status }, seconds: number): Stage {
  if (status === 'paid' || status === 'completed' || status === 'verified') return 'paid'
  if (status === 'cancelled') return 'cancelled'
  if (status !== 'pending') return 'closed'
  return seconds > 0 ? 'waiting' : 'expired'
}

/**
 * When to ask again; null: never. An order whose time is over may still be paid by money that is
 * under way.
 */
export function nextAskMs({ status }: { status: Status }, isVisible: boolean): number | null {
  if (status !== 'pending') return null
  return isVisible ? VISIBLE_MS : HIDDEN_MS
}

import type { Order } from '#api/order.ts'
import { saveChoice } from '#stores/ticket-choice.ts'

/** Restores the tickets of an ended order as the selection on the ticket page. */
export function restoreChoice(order: Order): void {
  if (order.type !== 'performance') return
  const lines = order.lines.map(({ tier_id, quantity }) => ({ tier_id, quantity }))
  saveChoice(order.performance_id, { show_id: order.show_id, lines })
}

import type { Order } from '#api/order.ts'
import { keepChoice } from '#stores/ticket-choice.ts'

/** Restores the tickets of an order that has ended as the choice on the page that sells them. */
export function restoreChoice(order: Order): void {
  if (order.type !== 'performance') return
  const lines = order.lines.map(({ tier_id, quantity }) => ({ tier_id, quantity }))
  keepChoice(order.performance_id, { show_id: order.show_id, lines })
}

import type { Order } from '#api/order.ts'

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

const COUNTED = new Set<Order['status']>(['paid', 'verified', 'completed'])

/**
 * Sums the savings of the last twelve months by a membership, and the payments at the regular price that it could
 * have made cheaper.
 * @param now epoch ms
 */
export function sumOwnValue(orders: readonly Order[], now: number) {
  const value = {
    savedFen: 0,
    classes: { count: 0, paidFen: 0 },
    tickets: { count: 0, paidFen: 0 },
  }
  for (const order of orders) {
    // Partly refunded or exchanged orders are not counted at all; the order for the new tickets is.
    const isExchanged = order.type === 'performance' && order.exchanged_to.length > 0
    if (order.refund !== null || isExchanged) continue
    if (!COUNTED.has(order.status) || now - Date.parse(order.created_at) > YEAR_MS) continue
    const isMemberRule = order.rule === 'member_price' || order.rule === 'member_free'
    if (isMemberRule) value.savedFen += order.member_discount_fen
    const paidFen = order.payable_fen + order.credit_fen
    if (order.rule !== 'regular' || paidFen === 0) continue
    const isClass = order.type === 'course' && order.content.kind === 'date'
    const sum = isClass ? value.classes : order.type === 'performance' ? value.tickets : null
    if (sum === null) continue
    sum.count += order.quantity
    sum.paidFen += paidFen
  }
  return value
}

/** Number of course dates at the lowest single price after which a membership pays for itself. */
export const countToBreakEven = (packageFen: number, lowestFen: number): number =>
  Math.ceil(packageFen / Math.max(1, lowestFen))

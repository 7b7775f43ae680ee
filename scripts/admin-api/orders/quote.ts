import type { Quote } from '#api/order.ts'

/** Tickets of one price level that somebody wants to buy. */
export interface TicketLine {
  tierId: number
  quantity: number
  priceFen: number
  memberPriceFen: number
}

function quote(original: number, payable: number, rule: Quote['rule']): Quote {
  return {
    original_fen: original,
    member_discount_fen: original - payable,
    payable_fen: payable,
    rule,
  }
}

/** What one ticket costs a buyer. A member never pays more than the price. */
export const priceOfTicket = (line: TicketLine, isMember: boolean): number =>
  isMember ? Math.min(line.priceFen, line.memberPriceFen) : line.priceFen

/** What tickets cost: members pay the member price of each level. */
export function quoteTickets(lines: readonly TicketLine[], isMember: boolean): Quote {
  const sum = (price: (line: TicketLine) => number) =>
    lines.reduce((total, line) => total + line.quantity * price(line), 0)
  const original = sum(({ priceFen }) => priceFen)
  const payable = sum((line) => priceOfTicket(line, isMember))
  return quote(original, payable, payable < original ? 'member_price' : 'regular')
}

/**
 * What a course time costs: free for members (spec section 6), else an hour of a package, else its
 * price. A member's package is spared.
 */
export function quoteCourseDate(
  price: { priceFen: number; memberPriceFen: number },
  buyer: { isMember: boolean; hasClassHour: boolean },
): Quote {
  const { priceFen } = price
  if (buyer.isMember) {
    const payable = Math.min(priceFen, price.memberPriceFen)
    return quote(priceFen, payable, payable === 0 ? 'member_free' : 'member_price')
  }
  return buyer.hasClassHour
    ? quote(priceFen, 0, 'class_hour')
    : quote(priceFen, priceFen, 'regular')
}

/** What a package or a top-up costs: its price. */
export const quotePlain = (priceFen: number): Quote => quote(priceFen, priceFen, 'regular')

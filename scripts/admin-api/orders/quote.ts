import type { Quote } from '#api/order.ts'

/** Requested tickets of one tier. */
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

/** Price of one ticket. A member never pays more than the regular price. */
export const priceOfTicket = (line: TicketLine, isMember: boolean): number =>
  isMember ? Math.min(line.priceFen, line.memberPriceFen) : line.priceFen

/** What a refund of some tickets returns: what their buyer paid for each of them. */
export const quoteTicketRefund = (tickets: readonly { paidFen: number }[]): number =>
  tickets.reduce((total, { paidFen }) => total + paidFen, 0)

/** Quotes tickets: members pay the member price of each tier. */
export function quoteTickets(lines: readonly TicketLine[], isMember: boolean): Quote {
  const sum = (price: (line: TicketLine) => number) =>
    lines.reduce((total, line) => total + line.quantity * price(line), 0)
  const original = sum(({ priceFen }) => priceFen)
  const payable = sum((line) => priceOfTicket(line, isMember))
  return quote(original, payable, payable < original ? 'member_price' : 'regular')
}

/** What an exchange of tickets costs, in fen. */
interface ExchangeQuote {
  /** The price of the new tickets. */
  price: Quote
  /** What the old ones pay of it, what is still to pay, and what is refunded. */
  creditFen: number
  payableFen: number
  refundFen: number
}

/** Quotes an exchange: old tickets count at what they cost, new ones at the price of now. */
export function quoteExchange(
  old: readonly { paidFen: number }[],
  lines: readonly TicketLine[],
  isMember: boolean,
): ExchangeQuote {
  const price = quoteTickets(lines, isMember)
  const paidFen = quoteTicketRefund(old)
  const creditFen = Math.min(paidFen, price.payable_fen)
  return {
    price,
    creditFen,
    payableFen: price.payable_fen - creditFen,
    refundFen: paidFen - creditFen,
  }
}

/**
 * Quotes a course date: the member price for members (spec section 6), else class hours of a package,
 * else the regular price. Members keep their class hours.
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

/** Quotes a package or a top-up at its regular price. */
export const quotePlain = (priceFen: number): Quote => quote(priceFen, priceFen, 'regular')

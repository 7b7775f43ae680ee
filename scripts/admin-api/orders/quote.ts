import type { Quote } from '#api/order-creation.ts'

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
export const getTicketPrice = (line: TicketLine, isMember: boolean): number =>
  isMember ? Math.min(line.priceFen, line.memberPriceFen) : line.priceFen

/** Refund amount of tickets: the sum of the prices paid, fen. */
export const quoteTicketRefund = (tickets: readonly { paidFen: number }[]): number =>
  tickets.reduce((total, { paidFen }) => total + paidFen, 0)

/** Quotes tickets: members pay the member price of each tier. */
export function quoteTickets(lines: readonly TicketLine[], isMember: boolean): Quote {
  const sum = (price: (line: TicketLine) => number) =>
    lines.reduce((total, line) => total + line.quantity * price(line), 0)
  const original = sum(({ priceFen }) => priceFen)
  const payable = sum((line) => getTicketPrice(line, isMember))
  return quote(original, payable, payable < original ? 'member_price' : 'regular')
}

/**
 * Quotes an exchange in fen: old tickets count at the price paid, new ones at the current price. `creditFen` is the
 * part of the price that the old tickets cover, `refundFen` what they cost more.
 */
export function quoteExchange(
  oldTickets: readonly { paidFen: number }[],
  lines: readonly TicketLine[],
  isMember: boolean,
) {
  const price = quoteTickets(lines, isMember)
  const paidFen = quoteTicketRefund(oldTickets)
  const creditFen = Math.min(paidFen, price.payable_fen)
  return {
    price,
    creditFen,
    payableFen: price.payable_fen - creditFen,
    refundFen: paidFen - creditFen,
  }
}

/**
 * Quotes a course date: a lower price for members (spec section 6), else class hours of a package, else the
 * regular price. Members keep their class hours.
 */
export function quoteCourseDate(
  { priceFen, memberPriceFen }: { priceFen: number; memberPriceFen: number },
  { isMember, hasClassHour }: { isMember: boolean; hasClassHour: boolean },
): Quote {
  if (isMember && memberPriceFen < priceFen) {
    return quote(priceFen, memberPriceFen, memberPriceFen === 0 ? 'member_free' : 'member_price')
  }
  return hasClassHour && !isMember
    ? quote(priceFen, 0, 'class_hour')
    : quote(priceFen, priceFen, 'regular')
}

/** Quotes a package or a top-up at its regular price. */
export const quotePlain = (priceFen: number): Quote => quote(priceFen, priceFen, 'regular')

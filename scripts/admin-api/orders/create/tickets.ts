import type { Quote } from '#api/order.ts'
import type { Database } from '../../db/open.ts'
import { all } from '../../db/write.ts'
import { BusinessError, notFound } from '../../errors.ts'
import { isMemberAt } from '../members.ts'
import { insertRow, type OrderRow } from '../orders.ts'
import { priceOfTicket, quoteTickets, type TicketLine } from '../quote.ts'
import { holdTickets, mergeLines } from '../reservations.ts'
import { checkPrice, insertOrder, type Buyer } from './buyer.ts'

export interface TicketChoice {
  showId: number
  lines: readonly { tierId: number; quantity: number }[]
}

function findShow(db: Database, showId: number) {
  const query = db.query
    .selectFrom('show')
    .innerJoin('performance', 'performance.id', 'show.performance_id')
    .selectAll('show')
    .select([
      'performance.order_limit',
      'performance.account_limit',
      'performance.member_sale_starts_at',
      'performance.sale_starts_at',
    ])
    .where('show.id', '=', showId)
    .where('show.published', '=', 1)
    .where('performance.published', '=', 1)
  const [show] = all(db, query)
  if (!show) throw notFound()
  return show
}
type Show = ReturnType<typeof findShow>

function readLines(db: Database, { showId, lines }: TicketChoice): TicketLine[] {
  const query = db.query
    .selectFrom('show_tier')
    .innerJoin('tier', 'tier.id', 'show_tier.tier_id')
    .select(['tier.id', 'tier.price_fen', 'tier.member_price_fen'])
    .where('show_tier.show_id', '=', showId)
    .where('tier.published', '=', 1)
  const tiers = new Map(all(db, query).map((tier) => [tier.id, tier]))
  return mergeLines(lines).map(({ tierId, quantity }) => {
    const tier = tiers.get(tierId)
    if (!tier) throw notFound()
    return { tierId, quantity, priceFen: tier.price_fen, memberPriceFen: tier.member_price_fen }
  })
}

/** @throws BusinessError 500108 before the sale (members buy first), 500109 started, cancelled or moved */
function checkSaleWindow(show: Show, isMember: boolean, now: number): void {
  if (show.cancelled || show.moved || now >= show.starts_at) throw new BusinessError(500109)
  const opensAt = isMember
    ? Math.min(show.member_sale_starts_at, show.sale_starts_at)
    : show.sale_starts_at
  if (now < opensAt) throw new BusinessError(500108)
}

/** Tickets of a performance in the pending, paid and completed orders of an account. */
function countOwnTickets(db: Database, userId: number, performanceId: number): number {
  const row = db
    .prepare(
      `SELECT coalesce(sum(quantity), 0) AS n FROM "order"
       WHERE user_id = ? AND performance_id = ? AND status IN ('pending', 'paid', 'completed')`,
    )
    .get(userId, performanceId)
  return Number(row?.['n'])
}

const sumQuantity = (lines: readonly TicketLine[]) =>
  lines.reduce((total, { quantity }) => total + quantity, 0)

/** Quotes a choice of tickets and the number that the account may still buy. Read-only. */
export function quoteChoice(
  db: Database,
  userId: number | null,
  choice: TicketChoice,
  now: number,
): { quote: Quote; accountLeft: number } {
  const show = findShow(db, choice.showId)
  const isMember = userId !== null && isMemberAt(db, userId, now, show.starts_at)
  const own = userId === null ? 0 : countOwnTickets(db, userId, show.performance_id)
  return {
    quote: quoteTickets(readLines(db, choice), isMember),
    accountLeft: Math.max(0, show.account_limit - own),
  }
}

function checkLimits(db: Database, show: Show, buyer: Buyer, quantity: number): void {
  const pending = db.prepare(
    `SELECT order_no FROM "order" WHERE user_id = ? AND performance_id = ? AND status = 'pending'`,
  )
  const open = pending.get(buyer.userId, show.performance_id)
  if (open) throw new BusinessError(500112, { order_no: String(open['order_no']) })
  if (quantity > show.order_limit) throw new BusinessError(500111)
  const own = countOwnTickets(db, buyer.userId, show.performance_id)
  if (own + quantity > show.account_limit) throw new BusinessError(500102)
}

/** Orders tickets. The sale window, limits, price and stock are checked in the transaction of the hold. */
export function createTicketOrder(
  db: Database,
  buyer: Buyer,
  choice: TicketChoice & { expectedFen: number },
): OrderRow {
  const { userId, now } = buyer
  const show = findShow(db, choice.showId)
  const isMember = isMemberAt(db, userId, now, show.starts_at)
  const lines = readLines(db, choice)
  const quantity = sumQuantity(lines)
  checkSaleWindow(show, isMember, now)
  checkLimits(db, show, buyer, quantity)
  const quote = quoteTickets(lines, isMember)
  checkPrice(quote, choice.expectedFen)
  const subject = {
    type: 'performance',
    quantity,
    performance_id: show.performance_id,
    show_id: show.id,
  } as const
  const order = insertOrder(db, buyer, subject, quote)
  for (const line of lines) {
    insertRow(db, 'order_line', {
      order_id: order.id,
      tier_id: line.tierId,
      quantity: line.quantity,
      unit_fen: line.priceFen,
      paid_fen: priceOfTicket(line, isMember),
    })
  }
  holdTickets(db, { orderId: order.id, showId: show.id, lines })
  return order
}

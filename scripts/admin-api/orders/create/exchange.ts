import type { Reader, Transaction } from '../../db/open.ts'
import { BusinessError, RequestError } from '../../errors.ts'
import { isBeforeDeadline } from '../end-order.ts'
import { isMemberAt } from '../members.ts'
import { lockOrder, type OrderRow } from '../orders.ts'
import { findValidTickets, lockValidTickets, type PaidTicket } from '../paid-tickets.ts'
import { quoteExchange } from '../quote.ts'
import { holdTickets } from '../reservations.ts'
import { insertOrder, type Buyer } from './buyer.ts'
import { createOnce } from './create-order.ts'
import {
  checkSaleWindow,
  findShow,
  insertLines,
  lockShow,
  readLines,
  requireNoPending,
  type ShowOnSale,
} from './tickets.ts'

/** Tickets of an order, and the show and price level that they are exchanged for. */
export interface ExchangeChoice {
  /** Who requests the exchange: the deadline applies to buyers but not to staff. */
  by: 'user' | 'staff'
  order: OrderRow
  ticketIds: readonly number[]
  showId: number
  tierId: number
}

/** Details of refused targets. */
export const OTHER_PERFORMANCE = 'show_id: different performance'
export const SAME_TIER = 'tier_id: same as the ticket'

/** @throws RequestError bad_request for a show of another performance, and for the same show and tier */
function checkTarget(
  show: ShowOnSale,
  { order, tierId }: ExchangeChoice,
  tickets: readonly PaidTicket[],
) {
  if (show.performance_id !== order.performance_id) {
    throw new RequestError('bad_request', OTHER_PERFORMANCE)
  }
  const isSame = show.id === order.show_id && tickets.some((ticket) => ticket.tierId === tierId)
  if (isSame) throw new RequestError('bad_request', SAME_TIER)
}

/** @throws BusinessError 500116 when the buyer can no longer exchange tickets */
async function checkDeadline(db: Reader, { by, order }: ExchangeChoice, now: number) {
  if (by === 'user' && !(await isBeforeDeadline(db, order, now))) {
    throw new BusinessError(500116)
  }
}

async function quote(
  db: Reader,
  show: ShowOnSale,
  choice: ExchangeChoice,
  { tickets, now }: { tickets: readonly PaidTicket[]; now: number },
) {
  checkTarget(show, choice, tickets)
  const isMember = await isMemberAt(db, choice.order.user_id, now, show.starts_at)
  checkSaleWindow(show, isMember, now)
  const requested = [{ tierId: choice.tierId, quantity: tickets.length }]
  const lines = await readLines(db, { showId: show.id, lines: requested })
  return { ...quoteExchange(tickets, lines, isMember), lines, isMember }
}

/**
 * Quotes an exchange. Read-only.
 * @throws BusinessError 500108, 500109 and 500126 when the show is not on sale, 500116 after the deadline, 500122 for
 *   a ticket that is not valid
 */
export async function quoteExchangeChoice(db: Reader, choice: ExchangeChoice, now: number) {
  const tickets = await findValidTickets(db, choice.order.id, choice.ticketIds)
  await checkDeadline(db, choice, now)
  return quote(db, await findShow(db, choice.showId), choice, { tickets, now })
}

/** The amounts shown to the buyer, fen. */
interface Expected {
  payableFen: number
  refundFen: number
}

async function insertExchange(
  trx: Transaction,
  buyer: Buyer,
  choice: ExchangeChoice & { expected: Expected },
): Promise<OrderRow> {
  const { now } = buyer
  const order = await lockOrder(trx, choice.order.id)
  const tickets = await lockValidTickets(trx, order.id, choice.ticketIds)
  await checkDeadline(trx, { ...choice, order }, now)
  const show = await lockShow(trx, choice.showId)
  await requireNoPending(trx, buyer.userId, show.performance_id)
  const { price, creditFen, payableFen, refundFen, lines, isMember } = await quote(
    trx,
    show,
    { ...choice, order },
    { tickets, now },
  )
  const { expected } = choice
  if (payableFen !== expected.payableFen || refundFen !== expected.refundFen) {
    throw new BusinessError(500104)
  }
  const subject = {
    type: 'performance',
    quantity: tickets.length,
    performance_id: show.performance_id,
    show_id: show.id,
    exchanged_order_id: order.id,
    credit_fen: creditFen,
  } as const
  const originalFen = price.original_fen - creditFen
  const exchange = await insertOrder(trx, buyer, subject, {
    quote: { ...price, original_fen: originalFen, payable_fen: payableFen },
    expectedFen: payableFen,
  })
  await insertLines(trx, exchange.id, lines, isMember)
  await trx
    .insertInto('exchanged_ticket')
    .values(tickets.map(({ id }) => ({ order_id: exchange.id, ticket_id: id })))
    .execute()
  await holdTickets(trx, { orderId: exchange.id, showId: show.id, lines })
  return exchange
}

/**
 * Exchanges tickets for others of the same performance: creates an order for the new ones, held and paid like
 * any other. It completes at once if nothing is to be paid; the old tickets stay valid until then. Call inside
 * a transaction.
 * @returns the order for the new tickets
 * @throws BusinessError 500101 and 500110 when too few are left, 500104 when the amounts differ from those
 *   shown to the buyer, 500105 for a different request under a used key, 500108, 500109 and 500126 when the show
 *   is not on sale, 500112 while another order for the performance is unpaid, 500116 after the deadline, 500122
 *   for a ticket that is not valid
 */
export const exchangeTickets = (
  trx: Transaction,
  buyer: Buyer,
  choice: ExchangeChoice & { expected: Expected },
): Promise<OrderRow> => createOnce(trx, buyer, () => insertExchange(trx, buyer, choice))

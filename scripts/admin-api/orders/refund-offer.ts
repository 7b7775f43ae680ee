import type { Reader } from '../db/open.ts'
import { isBeforeDeadline } from './end-order.ts'
import type { OrderRow } from './orders.ts'
import { listPaidTickets } from './paid-tickets.ts'
import { quoteTicketRefund } from './quote.ts'

/** The refunds that the buyer of an order can currently request online. */
export interface RefundOffer {
  /** Whether the order can be refunded as a whole: none of its tickets was used. */
  isWhole: boolean
  /** Refund amounts of single tickets in fen, by ticket id; these tickets can also be exchanged. */
  tickets: ReadonlyMap<number, number>
  /** Whether single tickets can be refunded while the order keeps others. */
  hasChoice: boolean
}

const NO_TICKETS: RefundOffer['tickets'] = new Map()

export async function readRefundOffer(
  db: Reader,
  order: OrderRow,
  now: number,
): Promise<RefundOffer> {
  const isWhole = await isBeforeDeadline(db, order, now)
  if (!isWhole || order.show_id === null) return { isWhole, tickets: NO_TICKETS, hasChoice: false }
  const tickets = (await listPaidTickets(db, order.id)).filter(({ state }) => state !== 'void')
  const validTickets = tickets.filter(({ state }) => state === 'valid')
  return {
    isWhole: validTickets.length === tickets.length,
    tickets: new Map(validTickets.map((ticket) => [ticket.id, quoteTicketRefund([ticket])])),
    hasChoice: validTickets.length > 0 && tickets.length > 1,
  }
}

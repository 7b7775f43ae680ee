import type { Reader } from '../db/open.ts'
import { isBeforeDeadline } from './end-order.ts'
import type { OrderRow } from './orders.ts'
import { listPaidTickets } from './paid-tickets.ts'
import { quoteTicketRefund } from './quote.ts'

/** What the buyer of an order can have refunded online now. */
export interface RefundOffer {
  /** Whether the order can be refunded as a whole: none of its tickets was used. */
  isWhole: boolean
  /** What single tickets return in fen, by their ids; these can be exchanged, too. */
  tickets: ReadonlyMap<number, number>
  /** Whether there is a choice: tickets to refund, and others that the order keeps. */
  hasChoice: boolean
}

const NO_TICKETS: RefundOffer['tickets'] = new Map()

/** Reads what can be refunded of an order. */
export async function readRefundOffer(
  db: Reader,
  order: OrderRow,
  now: number,
): Promise<RefundOffer> {
  const isWhole = await isBeforeDeadline(db, order, now)
  if (!isWhole || order.show_id === null) return { isWhole, tickets: NO_TICKETS, hasChoice: false }
  const kept = (await listPaidTickets(db, order.id)).filter(({ state }) => state !== 'void')
  const valid = kept.filter(({ state }) => state === 'valid')
  return {
    isWhole: valid.length === kept.length,
    tickets: new Map(valid.map((ticket) => [ticket.id, quoteTicketRefund([ticket])])),
    hasChoice: valid.length > 0 && kept.length > 1,
  }
}

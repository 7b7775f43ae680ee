import type { Reader, Transaction } from '../db/open.ts'
import { logOrder } from './log.ts'
import { lockOrder, type OrderRow } from './orders.ts'
import { hasKeptTicket, lockValidTickets, selectPaidTickets, voidTickets } from './paid-tickets.ts'
import { quoteTicketRefund } from './quote.ts'
import { openRefunds } from './refunds.ts'

// An exchange is a separate order for the new tickets; the value of the old tickets is credited (`credit_fen`).
// It is held, paid and expires like any other order. The old tickets stay valid until it is paid.

interface ExchangeOrder extends OrderRow {
  exchanged_order_id: number
}

export const isExchange = (order: OrderRow): order is ExchangeOrder =>
  order.exchanged_order_id !== null

/** Price paid for the tickets that an order has exchanged, fen. */
export async function readExchangedFen(db: Reader, orderId: number): Promise<number> {
  const { fen } = await selectPaidTickets(db)
    .innerJoin('exchanged_ticket', 'exchanged_ticket.ticket_id', 'ticket.id')
    .select(({ fn }) => fn.sum<number | null>('order_line.paid_fen').as('fen'))
    .where('exchanged_ticket.order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return fen ?? 0
}

/**
 * Voids the old tickets of an exchange, in the transaction that pays and delivers the new ones. If the old
 * tickets cost more, the difference is refunded.
 * @throws BusinessError 500122 when one of them was used or refunded in the meantime; nothing is exchanged
 */
export async function completeExchange(
  trx: Transaction,
  exchange: ExchangeOrder,
  now: number,
): Promise<void> {
  const order = await lockOrder(trx, exchange.exchanged_order_id)
  const exchanged = await trx
    .selectFrom('exchanged_ticket')
    .select('ticket_id as id')
    .where('order_id', '=', exchange.id)
    .execute()
  const ids = exchanged.map(({ id }) => id)
  const tickets = await lockValidTickets(trx, order.id, ids)
  await voidTickets(trx, order.id, tickets)
  await logOrder(trx, order.id, 'tickets_exchanged', now, { tickets: tickets.length })
  const amountFen = quoteTicketRefund(tickets) - exchange.credit_fen
  await openRefunds(trx, { order, amountFen, reason: 'user', now })
  if (await hasKeptTicket(trx, order.id)) return
  // All tickets were exchanged: the order is completed, not refunded.
  await trx
    .updateTable('order')
    .set({ status: 'completed', closed_at: now })
    .where('id', '=', order.id)
    .execute()
}

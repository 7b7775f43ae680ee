import type { Transaction } from '../db/open.ts'
import { BusinessError } from '../errors.ts'
import type { SingleRefundReason } from '../messages/message-data.ts'
import { queueOrderMessage } from '../messages/outbox/announce-order.ts'
import { cancelExchanges, isBeforeDeadline, refundOrder } from './end-order.ts'
import { logOrder } from './log.ts'
import { lockOrder, requireNoExchange, type OrderRow } from './orders.ts'
import { listPaidTickets, lockValidTickets, voidTickets, type PaidTicket } from './paid-tickets.ts'
import { quoteTicketRefund } from './quote.ts'
import { summarizeRefund } from './summarize-refund.ts'
import { openRefunds } from './refunds.ts'

interface TicketRefund {
  order: OrderRow
  tickets: readonly PaidTicket[]
  reason: SingleRefundReason
  now: number
}

/**
 * Refunds single tickets of a paid order. If no others are left, the whole order is refunded. Call inside a
 * transaction that has locked the order and the tickets.
 */
export async function refundTickets(
  trx: Transaction,
  { order, tickets, reason, now }: TicketRefund,
): Promise<void> {
  const nonVoid = (await listPaidTickets(trx, order.id)).filter(({ state }) => state !== 'void')
  if (nonVoid.length === tickets.length) {
    await refundOrder(trx, order, reason, now)
    return
  }
  await cancelExchanges(trx, order.id, now)
  await voidTickets(trx, order.id, tickets)
  await logOrder(trx, order.id, 'tickets_refunded', now, { tickets: tickets.length })
  const amountFen = quoteTicketRefund(tickets)
  const payments = await openRefunds(trx, { order, amountFen, reason, now })
  const ticketIds = tickets.map(({ id }) => id)
  await queueOrderMessage(trx, {
    kind: 'tickets_refunded',
    record: { orderId: order.id, ticketIds, reason, returned: summarizeRefund(payments, 0) },
    order,
    event: `tickets ${ticketIds.join(' ')} refunded`,
    now,
  })
}

/** A buyer's refund request with the amount shown to them. */
interface OnlineRefund {
  orderId: number
  ticketIds: readonly number[]
  expectedFen: number
  now: number
}

/**
 * Refunds tickets for their buyer.
 * @throws BusinessError 500116 after the deadline, 500122 for a ticket that is not valid, 500112 while an
 *   exchange of the order is unpaid, 500104 when the amount differs from the one shown to the buyer
 */
export async function refundTicketsOnline(
  trx: Transaction,
  { orderId, ticketIds, expectedFen, now }: OnlineRefund,
): Promise<void> {
  const order = await lockOrder(trx, orderId)
  const tickets = await lockValidTickets(trx, orderId, ticketIds)
  if (!(await isBeforeDeadline(trx, order, now))) throw new BusinessError(500116)
  await requireNoExchange(trx, orderId)
  if (quoteTicketRefund(tickets) !== expectedFen) throw new BusinessError(500104)
  await refundTickets(trx, { order, tickets, reason: 'user', now })
}

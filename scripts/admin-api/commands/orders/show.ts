import { readEvents } from '../../db/events.ts'
import { describeMessages } from '../../messages/outbox/for-staff.ts'
import { formatTime } from '../../venue-time.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import { auditRead } from '../audit-staff.ts'
import type { StaffContext } from '../command.ts'
import { formatYuan } from '../../yuan.ts'
import { withExistingDatabase } from '../with-database.ts'
import { findOrder } from '../../orders/orders.ts'
import { createMissingOrderError } from './filter.ts'
import {
  describeBuyer,
  describeItem,
  listStaffOrders,
  listRefunds,
  listTickets,
} from './for-staff.ts'

/** Prints an order with its tickets, history, refunds and messages, but without ticket codes. Audited. */
export async function showOrder(
  { config, terminal, now }: StaffContext,
  number: string,
): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const [order] = await listStaffOrders(db.query, { number })
    if (!order) throw createMissingOrderError(number)
    const { id, original_fen: originalFen, credit_fen: creditFen } = order
    const source = order.exchanged_order_id
    const exchanged = source === null ? null : await findOrder(db.query, source)
    const history = [
      ...(await readEvents(db.query, 'order', id)).map(({ event, at }) => ({ at, text: event })),
      ...(await listRefunds(db.query, id)).map(({ amount_fen: fen, reason, state, at }) => ({
        at,
        text: `refund of ${formatYuan(fen)}: ${state} (${reason})`,
      })),
    ]
    const messages = await describeMessages(db.query, 'order', id)
    const lines = [
      ...describeItem(order),
      `Status ${order.displayStatus}${order.cancel_reason === null ? '' : ` (${order.cancel_reason})`}`,
      `Price ${formatYuan(originalFen + creditFen)}, discount ${formatYuan(order.member_discount_fen)}, to pay ${formatYuan(order.payable_fen)} (${order.rule})`,
      ...(exchanged
        ? [`Credit of ${formatYuan(creditFen)} for tickets of order ${exchanged.order_no}`]
        : []),
      ...(order.tickets
        ? [`Tickets ${order.used ?? 0}/${(order.used ?? 0) + (order.valid ?? 0)} used`]
        : []),
      ...(await listTickets(db.query, id)).map(
        (ticket) =>
          `  Ticket ${ticket.id}, ${stripControls(ticket.tier)}, ${formatYuan(ticket.paidFen)}: ${ticket.state}`,
      ),
      describeBuyer(order),
      'History',
      ...history
        .toSorted((one, other) => one.at - other.at)
        .map(({ at, text }) => `  ${formatTime(at)}  ${text}`),
      ...(messages.length > 0 ? ['Messages', ...messages] : []),
    ]
    for (const line of lines) terminal.print(line)
    const data = { order_no: number }
    await auditRead(db, { action: 'order show', userId: order.user_id, data, at: now() })
  })
}

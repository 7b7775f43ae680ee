import { readEvents } from '../../db/events.ts'
import { describeMessages } from '../../messages/outbox/for-staff.ts'
import { formatTime } from '../../venue-time.ts'
import { stripControls } from '../../../lib/command-line/table.ts'
import { auditRead } from '../audit-staff.ts'
import type { StaffContext } from '../command.ts'
import { formatYuan } from '../../yuan.ts'
import { withExistingDatabase } from '../with-database.ts'
import { createMissingOrderError } from './filter.ts'
import { describeBuyer, describeItem, listForStaff, listRefunds, listTickets } from './for-staff.ts'

/** Prints an order with its tickets, history, refunds and messages, but without ticket codes. Audited. */
export async function showOrder({ config, terminal }: StaffContext, number: string): Promise<void> {
  await withExistingDatabase(config(), async (db) => {
    const [order] = await listForStaff(db.query, { number })
    if (!order) throw createMissingOrderError(number)
    const { id } = order
    const lines = [
      ...describeItem(order),
      `Status ${order.displayStatus}${order.cancel_reason === null ? '' : ` (${order.cancel_reason})`}`,
      `Price ${formatYuan(order.original_fen)}, discount ${formatYuan(order.member_discount_fen)}, to pay ${formatYuan(order.payable_fen)} (${order.rule})`,
      ...(order.tickets ? [`Tickets ${order.used ?? 0}/${order.tickets} used`] : []),
      ...(await listTickets(db.query, id)).map(
        (ticket) =>
          `  Ticket ${ticket.id}, ${stripControls(ticket.tier)}, ${formatYuan(ticket.paidFen)}: ${ticket.state}`,
      ),
      describeBuyer(order),
      'History',
      ...(await readEvents(db.query, 'order', id)).map(
        ({ event, at }) => `  ${formatTime(at)}  ${event}`,
      ),
      ...(await listRefunds(db.query, id)).map(
        ({ amount_fen: fen, reason, state, at }) =>
          `  ${formatTime(at)}  refund of ${formatYuan(fen)}: ${state} (${reason})`,
      ),
      'Messages',
      ...(await describeMessages(db.query, 'order', id)),
    ]
    for (const line of lines) terminal.print(line)
    await auditRead(db, 'order show', order.user_id, { order_no: number })
  })
}

import type { Consent, Plan } from '../../../lib/command-line/confirm.ts'
import { formatCount } from '../../../lib/format-count.ts'
import type { Reader } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { findOrder, lockOrder } from '../../orders/orders.ts'
import { quoteTicketRefund } from '../../orders/quote.ts'
import { lockValidTickets } from '../../orders/paid-tickets.ts'
import { refundTickets } from '../../orders/refund-tickets.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { runPlanned } from '../run-planned.ts'
import { formatYuan } from '../staff.ts'
import { readChosenTickets, type TicketChoice } from './chosen-tickets.ts'
import { findByNumber } from './filter.ts'
import { listInvoiceInstructions } from './for-staff.ts'

/** @throws CommandError if the order or one of the tickets cannot be refunded */
async function planRefund(db: Reader, { number, ticketIds }: TicketChoice): Promise<Plan> {
  const { order, chosen, keptCount, lines } = await readChosenTickets(db, number, ticketIds)
  return {
    effects: [
      ...lines,
      `Refund of ${formatYuan(quoteTicketRefund(chosen))} yuan; ${keptCount === 0 ? 'the order ends' : `the order keeps ${formatCount(keptCount, 'ticket')}`}`,
      ...(await listInvoiceInstructions(db, order.id)),
    ],
    question: `Refund ${formatCount(chosen.length, 'ticket')}?`,
  }
}

/** Refunds single tickets, regardless of the refund deadline; used tickets stay used. */
export const refundTicketsAsStaff = (
  context: StaffContext,
  choice: TicketChoice,
  consent: Consent,
): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planRefund(db, choice),
    async run(db) {
      const { number, ticketIds } = choice
      const { id, user_id: userId } = await findByNumber(db.query, number)
      const amountFen = await db.transaction(async (trx) => {
        const order = await lockOrder(trx, id)
        const tickets = await lockValidTickets(trx, id, ticketIds).catch((error: unknown) => {
          if (!(error instanceof BusinessError)) throw error
          // Used or refunded since the confirmation.
          throw new CommandError(`A ticket of order ${number} is no longer valid`, { cause: error })
        })
        await refundTickets(trx, { order, tickets, reason: 'staff', now: Date.now() })
        const data = { order_no: number, tickets: ticketIds.join(' ') }
        await auditStaff(trx, 'ticket refund', userId, data)
        return quoteTicketRefund(tickets)
      })
      const { status } = await findOrder(db.query, id)
      context.terminal.print(
        `Order ${number}: ${formatYuan(amountFen)} yuan refunded, now ${status}`,
      )
    },
  })

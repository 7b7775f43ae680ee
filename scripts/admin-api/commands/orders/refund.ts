import type { Consent, Plan } from '../../../lib/command-line/confirm.ts'
import type { Reader } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import { refundOrder } from '../../orders/end-order.ts'
import { readBalance } from '../../orders/ledger.ts'
import {
  findOrder,
  isPaid,
  listPendingExchanges,
  lockOrder,
  type OrderRow,
} from '../../orders/orders.ts'
import { hasKeptTicket, lockValidTickets } from '../../orders/paid-tickets.ts'
import { quoteTicketRefund } from '../../orders/quote.ts'
import { refundTickets } from '../../orders/refund-tickets.ts'
import { readNetPaid } from '../../orders/refunds.ts'
import { auditStaff } from '../audit-staff.ts'
import { CommandError, type StaffContext } from '../command.ts'
import { runPlanned } from '../with-database.ts'
import { formatYuan } from '../../yuan.ts'
import { readChosenTickets, type ChosenTickets } from './chosen-tickets.ts'
import { findByNumber } from './filter.ts'
import {
  describeBuyer,
  describeItem,
  findPaidForStaff,
  listInvoiceInstructions,
  type StaffOrder,
} from './for-staff.ts'
import { formatCount } from '../../../lib/format-count.ts'

/** @throws CommandError if the order is not paid, its tickets were exchanged, or a part of its top-up is spent */
async function requireRefundable(db: Reader, order: OrderRow): Promise<void> {
  const { id, order_no: number, type, user_id: userId, payable_fen: topUpFen } = order
  if (!isPaid(order)) throw new CommandError(`Order ${number} is ${order.status}, not paid`)
  if (type === 'performance' && !(await hasKeptTicket(db, id))) {
    throw new CommandError(`The tickets of order ${number} were exchanged: refund the new order`)
  }
  if (type !== 'recharge') return
  const fen = await readBalance(db, userId)
  if (fen >= topUpFen) return
  throw new CommandError(
    `Member ${userId} has spent a part of this top-up: ${formatYuan(fen)} yuan are left`,
  )
}

/** What the member loses or gets back with a refund, besides money. */
function describeReturn({ type, tickets, valid, used, class_pass_id: passId }: StaffOrder): string {
  if (type === 'recharge') return ', taken from the balance of the member'
  if (type === 'member') return '; the membership of the order ends'
  if (passId !== null) return '; the class hours of the booking are returned'
  if (!tickets) return ''
  const stays = formatCount(used ?? 0, 'stays', 'stay')
  return `; ${formatCount(valid ?? 0, 'ticket becomes', 'tickets become')} void, ${stays} used`
}

/** The class pass that a refund of its package revokes; empty for other orders. */
async function describeClassPass(db: Reader, orderId: number): Promise<string[]> {
  const pass = await db
    .selectFrom('class_pass')
    .select(['hours', 'hours_left'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!pass) return []
  const used = formatCount(pass.hours - pass.hours_left, 'class hour')
  return [`Its class pass ends: ${used} of ${pass.hours} used`]
}

/** Consequences of a refund for unpaid exchanges of the order and for its invoice. */
async function listConsequences(db: Reader, orderId: number): Promise<string[]> {
  const exchanges = await listPendingExchanges(db, orderId)
  return [
    ...exchanges.map(({ order_no: number }) => `Order ${number}, its unpaid exchange: cancelled`),
    ...(await listInvoiceInstructions(db, orderId)),
  ]
}

/** @throws CommandError if the order cannot be refunded */
async function planRefund(db: Reader, number: string): Promise<Plan> {
  const order = await findPaidForStaff(db, number)
  await requireRefundable(db, order)
  return {
    effects: [
      ...describeItem(order),
      describeBuyer(order),
      `Refund of ${formatYuan(await readNetPaid(db, order.id))} yuan${describeReturn(order)}`,
      ...(await describeClassPass(db, order.id)),
      ...(await listConsequences(db, order.id)),
    ],
    question: 'Refund this order?',
  }
}

/** Refunds an order, regardless of the refund deadline; used tickets stay used. */
export const refundAsStaff = (
  context: StaffContext,
  number: string,
  consent: Consent,
): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planRefund(db, number),
    async run(db) {
      const { id, user_id: userId } = await findByNumber(db.query, number)
      const refundedFen = await db.transaction(async (trx) => {
        const order = await lockOrder(trx, id)
        // It may have been refunded or exchanged since the confirmation.
        await requireRefundable(trx, order)
        const amountFen = await readNetPaid(trx, id)
        await refundOrder(trx, order, 'staff', context.now())
        const data = { order_no: number }
        await auditStaff(trx, { action: 'order refund', userId, data, at: context.now() })
        return amountFen
      })
      const { status } = await findOrder(db.query, id)
      context.terminal.print(
        `Order ${number}: refund of ${formatYuan(refundedFen)} yuan requested, status ${status}`,
      )
    },
  })

/** @throws CommandError if the order or one of the tickets cannot be refunded */
async function planTicketRefund(db: Reader, { number, ticketIds }: ChosenTickets): Promise<Plan> {
  const { order, chosen, keptCount, lines } = await readChosenTickets(db, number, ticketIds)
  return {
    effects: [
      ...lines,
      `Refund of ${formatYuan(quoteTicketRefund(chosen))} yuan; ${keptCount === 0 ? 'the order ends' : `the order keeps ${formatCount(keptCount, 'ticket')}`}`,
      ...(await listConsequences(db, order.id)),
    ],
    question: `Refund ${formatCount(chosen.length, 'ticket')}?`,
  }
}

/** Refunds single tickets, regardless of the refund deadline; used tickets stay used. */
export const refundTicketsAsStaff = (
  context: StaffContext,
  choice: ChosenTickets,
  consent: Consent,
): Promise<void> =>
  runPlanned(context, consent, {
    plan: (db) => planTicketRefund(db, choice),
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
        await refundTickets(trx, { order, tickets, reason: 'staff', now: context.now() })
        const data = { order_no: number, tickets: ticketIds.join(' ') }
        await auditStaff(trx, { action: 'ticket refund', userId, data, at: context.now() })
        return quoteTicketRefund(tickets)
      })
      const { status } = await findOrder(db.query, id)
      context.terminal.print(
        `Order ${number}: refund of ${formatYuan(amountFen)} yuan requested, status ${status}`,
      )
    },
  })

import type { Reader, Transaction } from '../db/open.ts'
import { hasRows } from '../db/rows.ts'
import { BusinessError } from '../errors.ts'
import { releaseTickets } from './reservations.ts'

/** Whether an order has a ticket that was neither refunded nor exchanged. */
export function hasKeptTicket(db: Reader, orderId: number): Promise<boolean> {
  const tickets = db.selectFrom('ticket').where('order_id', '=', orderId)
  return hasRows(tickets.where('state', '!=', 'void'))
}

/** Selects tickets with their order lines, which have the prices paid. */
export const selectPaidTickets = (db: Reader) =>
  db
    .selectFrom('ticket')
    .innerJoin('order_line', (join) =>
      join
        .onRef('order_line.order_id', '=', 'ticket.order_id')
        .onRef('order_line.tier_id', '=', 'ticket.tier_id'),
    )

/** Tickets of an order with the prices paid, in fen. */
export const listPaidTickets = (db: Reader, orderId: number) =>
  selectPaidTickets(db)
    .select(['ticket.id', 'ticket.tier_id as tierId', 'ticket.state'])
    .select('order_line.paid_fen as paidFen')
    .where('ticket.order_id', '=', orderId)
    .orderBy('ticket.id')
    .execute()
export type PaidTicket = Awaited<ReturnType<typeof listPaidTickets>>[number]

/**
 * The requested tickets, if all of them are valid.
 * @throws BusinessError 500122 when one belongs to another order, was used or is void
 */
export async function findValidTickets(
  db: Reader,
  orderId: number,
  ticketIds: readonly number[],
): Promise<PaidTicket[]> {
  const requestedIds = new Set(ticketIds)
  const tickets = (await listPaidTickets(db, orderId)).filter(
    ({ id, state }) => requestedIds.has(id) && state === 'valid',
  )
  if (tickets.length < requestedIds.size) throw new BusinessError(500122)
  return tickets
}

/** Like `findValidTickets`, but locks the tickets against concurrent admission. @throws BusinessError 500122 */
export async function lockValidTickets(
  trx: Transaction,
  orderId: number,
  ticketIds: readonly number[],
): Promise<PaidTicket[]> {
  const query = trx.selectFrom('ticket').select('id').where('order_id', '=', orderId)
  await query.orderBy('id').forUpdate().execute()
  return findValidTickets(trx, orderId, ticketIds)
}

/** Voids tickets and releases their seats. Call inside the transaction that locked them. */
export async function voidTickets(
  trx: Transaction,
  orderId: number,
  tickets: readonly PaidTicket[],
): Promise<void> {
  const ids = tickets.map(({ id }) => id)
  await trx.updateTable('ticket').set({ state: 'void' }).where('id', 'in', ids).execute()
  const lines = tickets.map(({ tierId }) => ({ tierId, quantity: 1 }))
  await releaseTickets(trx, orderId, lines)
}

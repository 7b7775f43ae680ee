import type { Deps } from '../deps.ts'
import { readRedFen } from './invoices.ts'
import { findOrder, isPaid, type OrderRow } from './orders.ts'

type LogDeps = Pick<Deps, 'db' | 'logger'>

/**
 * Logs a warning for staff if the issued invoice of an order exceeds its net payment. Call after the
 * transaction that refunded the order or exchanged its tickets.
 */
export async function warnOfInvoice(
  { db, logger }: LogDeps,
  { id, order_no }: Pick<OrderRow, 'id' | 'order_no'>,
  cause: 'refund' | 'exchange',
): Promise<void> {
  const amountFen = await readRedFen(db.query, id)
  if (amountFen === 0) return
  logger.warn({ order_no, amount_fen: amountFen }, `${cause} after the invoice was issued`)
}

/** If an order is a paid exchange, calls `warnOfInvoice` for the order whose tickets it has exchanged. */
export async function warnOfExchangedInvoice(deps: LogDeps, orderId: number): Promise<void> {
  const order = await findOrder(deps.db.query, orderId)
  if (order.exchanged_order_id === null || !isPaid(order)) return
  const exchanged = await findOrder(deps.db.query, order.exchanged_order_id)
  await warnOfInvoice(deps, exchanged, 'exchange')
}

import type { Deps } from '../deps.ts'
import { readRedFen } from './invoices.ts'
import { findOrder, isPaid, type OrderRow } from './orders.ts'

type Logs = Pick<Deps, 'db' | 'logger'>

/**
 * Names an order to staff whose invoice was issued over more than is paid by now. Call after the transaction
 * that refunded it or exchanged its tickets.
 */
export async function warnOfInvoice(
  { db, logger }: Logs,
  { id, order_no }: Pick<OrderRow, 'id' | 'order_no'>,
  cause: 'refund' | 'exchange',
): Promise<void> {
  const amountFen = await readRedFen(db.query, id)
  if (amountFen === 0) return
  logger.warn({ order_no, amount_fen: amountFen }, `${cause} after the invoice was issued`)
}

/** The same for the order whose tickets an order has exchanged, once it is paid; nothing for other orders. */
export async function warnOfExchangedInvoice(logs: Logs, orderId: number): Promise<void> {
  const order = await findOrder(logs.db.query, orderId)
  if (order.exchanged_order_id === null || !isPaid(order)) return
  const exchanged = await findOrder(logs.db.query, order.exchanged_order_id)
  await warnOfInvoice(logs, exchanged, 'exchange')
}

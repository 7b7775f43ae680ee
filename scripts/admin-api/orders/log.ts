import { EXCHANGE_ENDS, type ExchangeEnd } from '#api/order.ts'
import { readEvents, writeEvent } from '../db/events.ts'
import type { Reader, Transaction } from '../db/open.ts'

/** Events of an order, stored in `event_log`. */
export type OrderLogEvent =
  | 'created'
  | 'extended'
  | 'paid'
  | 'paid_late'
  | 'paid_twice'
  | 'wrong_amount'
  | 'date_cancelled'
  | 'cancelled'
  | 'completed'
  | 'tickets_refunded'
  | 'tickets_exchanged'
  | ExchangeEnd
  | 'refund_requested'
  | 'refunded'
  | 'refund_failed'
  | 'invoice_requested'
  | 'invoice_changed'
  | 'invoice_issued'
  | 'invoice_reversed'
  | 'verified'
  | 'verify_undone'

/** Logs an order event. Call inside the transaction of the change. */
export const logOrder = (
  trx: Transaction,
  orderId: number,
  event: OrderLogEvent,
  now: number,
  data: Record<string, string | number> = {},
): Promise<void> => writeEvent(trx, { subject: 'order', subjectId: orderId, event, data, at: now })

/** Why an exchange ended; undefined if it was cancelled by its buyer, has expired or has not ended. */
export async function findExchangeEnd(
  db: Reader,
  orderId: number,
): Promise<ExchangeEnd | undefined> {
  const events = await readEvents(db, 'order', orderId)
  return EXCHANGE_ENDS.find((end) => events.some(({ event }) => event === end))
}

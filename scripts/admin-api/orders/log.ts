import { writeEvent } from '../db/events.ts'
import type { Transaction } from '../db/open.ts'

/** Events of an order, stored in `event_log`. */
export type OrderEvent =
  | 'created'
  | 'extended'
  | 'paid'
  | 'paid_late'
  | 'paid_twice'
  | 'cancelled'
  | 'completed'
  | 'tickets_refunded'
  | 'tickets_exchanged'
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
  event: OrderEvent,
  now: number,
  data: Record<string, string | number> = {},
): Promise<void> => writeEvent(trx, { subject: 'order', subjectId: orderId, event, data, at: now })

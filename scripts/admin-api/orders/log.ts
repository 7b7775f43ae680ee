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
  | 'refund_requested'
  | 'refunded'
  | 'refund_failed'
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

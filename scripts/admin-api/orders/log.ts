import { writeEvent } from '../db/events.ts'
import type { Database } from '../db/open.ts'

/** What can happen to an order; `event_log` keeps every one with its time. */
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

/** Writes down what happened to an order, in the transaction in which it happened. */
export function logOrder(
  db: Database,
  orderId: number,
  event: OrderEvent,
  now: number,
  data: Record<string, string | number> = {},
): void {
  writeEvent(db, { subject: 'order', subjectId: orderId, event, data, at: now })
}

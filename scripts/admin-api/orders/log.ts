import type { Database } from '../db/open.ts'
import { execute } from '../db/write.ts'

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
  execute(
    db,
    "INSERT INTO event_log (subject, subject_id, event, data, at) VALUES ('order', ?, ?, ?, ?)",
    orderId,
    event,
    JSON.stringify(data),
    now,
  )
}

import type { Database } from '../db/open.ts'
import { getOrderKind } from './order-kinds.ts'
import type { OrderRow } from './orders.ts'
import { moveReservations } from './reservations.ts'

/** Delivers a paid order. Runs in the transaction that marks the order as paid. */
export function fulfil(db: Database, order: OrderRow, now: number): void {
  moveReservations(db, order.id, 'held', 'sold')
  getOrderKind(order).fulfil(db, order, now)
}

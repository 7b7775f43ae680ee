import type { Transaction } from '../db/open.ts'
import { getOrderKind } from './order-kinds.ts'
import type { OrderRow } from './orders.ts'
import { moveReservations } from './reservations.ts'

/** Delivers a paid order. Runs in the transaction that marks the order as paid. */
export async function fulfil(trx: Transaction, order: OrderRow, now: number): Promise<void> {
  await moveReservations(trx, order.id, 'held', 'sold')
  await getOrderKind(order).fulfil(trx, order, now)
}

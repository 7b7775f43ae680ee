import type { Transaction } from '../db/open.ts'
import { queueOrderMessage } from '../messages/outbox/announce-order.ts'
import { getOrderKind } from './order-kinds.ts'
import type { OrderRow } from './orders.ts'
import { moveReservations } from './reservations.ts'

/** Delivers a paid order and queues its confirmation. Runs in the transaction that marks it as paid. */
export async function fulfil(trx: Transaction, order: OrderRow, now: number): Promise<void> {
  await moveReservations(trx, order.id, 'held', 'sold')
  const kind = getOrderKind(order)
  await kind.fulfil(trx, order, now)
  await queueOrderMessage(trx, {
    kind: kind.findConfirmation(order),
    record: { orderId: order.id },
    order,
    event: 'paid',
    now,
  })
}

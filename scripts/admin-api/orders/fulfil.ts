import type { Transaction } from '../db/open.ts'
import { queueMessage } from '../messages/outbox/queue-message.ts'
import { getOrderKind } from './order-kinds.ts'
import type { OrderRow } from './orders.ts'
import { moveReservations } from './reservations.ts'

/** Delivers a paid order and announces it to its buyer. Runs in the transaction that marks it as paid. */
export async function fulfil(trx: Transaction, order: OrderRow, now: number): Promise<void> {
  await moveReservations(trx, order.id, 'held', 'sold')
  const kind = getOrderKind(order)
  await kind.fulfil(trx, order, now)
  await queueMessage(trx, {
    kind: kind.findConfirmation(order),
    record: { orderId: order.id },
    userId: order.user_id,
    event: `order ${order.id} paid`,
    subject: { type: 'order', id: order.id },
    now,
  })
}

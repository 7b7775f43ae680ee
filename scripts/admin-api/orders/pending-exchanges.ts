import type { Reader } from '../db/open.ts'
import { BusinessError } from '../errors.ts'

/** Unpaid exchanges of the tickets of an order. */
export const listPendingExchanges = (db: Reader, orderId: number) =>
  db
    .selectFrom('order')
    .select(['id', 'order_no'])
    .where('exchanged_order_id', '=', orderId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()

/** @throws BusinessError 500112 with the number of an unpaid exchange of the order */
export async function requireNoExchange(db: Reader, orderId: number): Promise<void> {
  const [pending] = await listPendingExchanges(db, orderId)
  if (pending) throw new BusinessError(500112, { order_no: pending.order_no })
}

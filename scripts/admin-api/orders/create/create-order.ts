import type { Database } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import type { OrderRequest } from '../order-kind.ts'
import { getOrderKind } from '../order-kinds.ts'
import { findOrder, type OrderRow } from '../orders.ts'
import { settleInternally } from '../payments.ts'
import type { Buyer } from './buyer.ts'

/** Marks a free order as paid on creation; leaves any other order pending. */
function completeFreeOrder(db: Database, order: OrderRow, now: number): OrderRow {
  if (order.payable_fen > 0) return order
  settleInternally(db, order, 'free', now)
  return findOrder(db, order.id)
}

/**
 * Creates an order in one transaction with its hold. A repeated idempotency key returns the same
 * order, also after a crash: a unique index enforces it.
 * @throws BusinessError 500105 for a different request under a used key; 5001xx by order kind
 */
export function createOrder(db: Database, buyer: Buyer, request: OrderRequest): OrderRow {
  return db.transact(() => {
    const existing = db.prepare(
      'SELECT id, request_hash FROM "order" WHERE user_id = ? AND idempotency_key = ?',
    )
    const row = buyer.idempotencyKey && existing.get(buyer.userId, buyer.idempotencyKey)
    const isDifferent =
      row && row['request_hash'] !== null && row['request_hash'] !== buyer.requestHash
    if (isDifferent) throw new BusinessError(500105)
    if (row) return findOrder(db, Number(row['id']))
    const order = getOrderKind(request).create(db, buyer, request)
    return completeFreeOrder(db, order, buyer.now)
  })
}

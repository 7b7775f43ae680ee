import { lockAccount } from '../../db/locks.ts'
import type { Database, Transaction } from '../../db/open.ts'
import { BusinessError } from '../../errors.ts'
import type { OrderRequest } from '../order-kind.ts'
import { getOrderKind } from '../order-kinds.ts'
import { findOrder, type OrderRow } from '../orders.ts'
import { settleInternally } from '../receive-payment.ts'
import type { Buyer } from './buyer.ts'

/** The order of an earlier request with the same key. @throws BusinessError 500105 for another request */
async function findRepeated(trx: Transaction, buyer: Buyer): Promise<OrderRow | undefined> {
  const { userId, idempotency } = buyer
  if (idempotency === null) return undefined
  const order = await trx
    .selectFrom('order')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotency.key)
    .executeTakeFirst()
  // Orders from before the column was added have no hash.
  const requestHash = order?.request_hash ?? idempotency.requestHash
  if (requestHash !== idempotency.requestHash) throw new BusinessError(500105)
  return order
}

/**
 * Creates an order, and marks it as paid if it is free. A repeated idempotency key returns the same order, also
 * after a crash: a unique index enforces it.
 * @throws BusinessError 500105 for a different request under a used key
 */
export async function createOnce(
  trx: Transaction,
  buyer: Buyer,
  create: () => Promise<OrderRow>,
): Promise<OrderRow> {
  // Serialises the orders of an account, since limits and prices depend on its other orders.
  await lockAccount(trx, buyer.userId)
  const repeated = await findRepeated(trx, buyer)
  if (repeated) return repeated
  const order = await create()
  if (order.payable_fen > 0) return order
  await settleInternally(trx, order, 'free', buyer.now)
  return findOrder(trx, order.id)
}

/** Creates an order in one transaction with its hold. @throws BusinessError 5001xx by order kind */
export const createOrder = (db: Database, buyer: Buyer, request: OrderRequest): Promise<OrderRow> =>
  db.transaction((trx) =>
    createOnce(trx, buyer, () => getOrderKind(request).create(trx, buyer, request)),
  )

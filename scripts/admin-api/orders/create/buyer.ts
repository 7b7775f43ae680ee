import type { Quote } from '#api/order-creation.ts'
import type { Transaction } from '../../db/open.ts'
import { countRows } from '../../db/rows.ts'
import { BusinessError } from '../../errors.ts'
import { HOLD, MAX_UNPAID_ORDERS } from '../limits.ts'
import { logOrder } from '../log.ts'
import { generateOrderNumber } from '../numbers.ts'
import type { NewOrder, OrderRow } from '../orders.ts'

/** The account that orders. */
export interface Buyer {
  userId: number
  /** The idempotency key of the request and the hash of its body; null without a key. */
  idempotency: { key: string; requestHash: string } | null
  /** When false, only free orders can be created. */
  canBuyOnline: boolean
  now: number
}

/** @throws BusinessError 500121 */
async function checkUnpaidOrders(trx: Transaction, userId: number, now: number): Promise<void> {
  const unpaid = trx
    .selectFrom('order')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
  if ((await countRows(unpaid)) >= MAX_UNPAID_ORDERS) throw new BusinessError(500121)
}

/** The type, quantity and item of an order. */
type Subject = Pick<NewOrder, 'type' | 'quantity'> & Partial<NewOrder>

/**
 * Inserts an order in the state `pending`; a member can have one for a performance (`requireNoPending`).
 * @param price the quote, and the amount that the buyer has seen, fen
 * @throws BusinessError 500104 with the current quote when the price has changed since, 500120 when the order has a
 *   price and no payment provider is configured, 500121 when the account has too many unpaid orders
 */
export async function insertOrder(
  trx: Transaction,
  buyer: Buyer,
  subject: Subject,
  { quote, expectedFen }: { quote: Quote; expectedFen: number },
): Promise<OrderRow> {
  if (quote.payable_fen !== expectedFen) throw new BusinessError(500104, quote)
  const { userId, idempotency, canBuyOnline, now } = buyer
  if (quote.payable_fen > 0 && !canBuyOnline) throw new BusinessError(500120)
  if (quote.payable_fen > 0) await checkUnpaidOrders(trx, userId, now)
  const order = await trx
    .insertInto('order')
    .values({
      ...subject,
      ...quote,
      order_no: generateOrderNumber(now),
      user_id: userId,
      idempotency_key: idempotency?.key ?? null,
      request_hash: idempotency?.requestHash ?? null,
      created_at: now,
      expires_at: now + HOLD.ms,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await logOrder(trx, order.id, 'created', now)
  return order
}

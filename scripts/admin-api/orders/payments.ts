import type { Selectable } from 'kysely'
import type { Reader, Transaction } from '../db/open.ts'
import type { OrderTables, PaymentChannel } from '../db/order-tables.ts'
import { generateLetters } from './numbers.ts'
import type { OrderRow } from './orders.ts'

export type Attempt = Selectable<OrderTables['payment_attempt']>

interface NewAttempt {
  order: OrderRow
  provider: string
  channel: PaymentChannel
  /** The payer's id at the provider, for payments inside its app. */
  payer: string | null
  expiresAt: number
  now: number
}

/** Opens a payment attempt. At most one is live: the caller closes the previous one first. */
export const openAttempt = (
  trx: Transaction,
  { order, provider, channel, payer, expiresAt, now }: NewAttempt,
): Promise<Attempt> =>
  trx
    .insertInto('payment_attempt')
    .values({
      order_id: order.id,
      provider,
      channel,
      // Providers accept a merchant trade number once only (WeChat Pay v3: at most 32 characters).
      out_trade_no: `E${generateLetters(23)}`,
      amount_fen: order.payable_fen,
      payer,
      created_at: now,
      expires_at: expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The order number of a provider's transaction; undefined for an unknown transaction. */
export const findOrderOfPayment = (db: Reader, provider: string, txnId: string) =>
  db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.order_id')
    .select('order.order_no')
    .where('payment.provider', '=', provider)
    .where('payment.txn_id', '=', txnId)
    .executeTakeFirst()

export const findLiveAttempt = (db: Reader, orderId: number): Promise<Attempt | undefined> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('state', 'in', ['created', 'submitted'])
    .executeTakeFirst()

export const findAttempt = (db: Reader, outTradeNo: string): Promise<Attempt | undefined> =>
  db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('out_trade_no', '=', outTradeNo)
    .executeTakeFirst()

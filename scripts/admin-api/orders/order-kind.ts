import type { BodyOf } from '#api/index.ts'
import type { Order, OrderType, VisitPlace } from '#api/order.ts'
import type { Database, Reader, Transaction } from '../db/open.ts'
import type { ReadContext } from '../modules/read/texts.ts'
import type { Confirmation } from '../messages/message-data.ts'
import type { Secrets } from '../security/secrets.ts'
import type { Buyer } from './create/buyer.ts'
import type { OrderRow } from './orders.ts'

export type OrderRequest<T extends OrderType = OrderType> = Extract<
  BodyOf<'POST /api/order/create'>,
  { type: T }
>

/** Title and image of an order. */
export type OrderName = Pick<Order, 'title' | 'image'>

/** The context of describing orders, with rows that several orders share. */
export interface OrderContext extends ReadContext {
  readPlaces: () => Promise<ReadonlyMap<number, VisitPlace>>
  readSiteName: () => Promise<string>
}

/** The refunds that the buyer of an order can currently request online. */
export interface RefundOffer {
  /** Whether the order can be refunded as a whole: none of its tickets was used. */
  isWhole: boolean
  /** Refund amounts of single tickets in fen, by ticket id; these tickets can also be exchanged. */
  tickets: ReadonlyMap<number, number>
  /** Whether single tickets can be refunded while the order keeps others. */
  hasChoice: boolean
}

/** The context of one order, with its refund offer. */
export interface DescribeContext extends OrderContext {
  refundOffer: RefundOffer
}

/** What descriptions of orders read: rows, and the key that signs ticket codes. An import of `Deps` would be circular. */
export interface DescribeDeps {
  db: Database
  secrets: Secrets
}

type OrderOf<T extends OrderType> = Extract<Order, { type: T }>
/** Fields of all order kinds (spec section 3). */
export type CommonFields = Omit<OrderOf<'recharge'>, 'type'>
/** Distributes over a union `T`. */
type OwnFields<T extends OrderType> = T extends OrderType
  ? Omit<OrderOf<T>, keyof CommonFields>
  : never

/** The rules of one order kind. To add one: `docs/how-to/add-an-order-kind.md`. */
export interface OrderKind<T extends OrderType> {
  /** Whether orders of this kind can be paid from the balance. */
  acceptsBalance: boolean
  /** Whether orders of this kind can be invoiced. */
  isInvoiceable: boolean
  /** Checks and inserts an order, within a transaction. @throws BusinessError 5001xx */
  create: (trx: Transaction, buyer: Buyer, request: OrderRequest<T>) => Promise<OrderRow>
  /** Delivers the order, in the transaction that marks it as paid. */
  fulfil: (trx: Transaction, order: OrderRow, now: number) => Promise<void>
  /**
   * Takes back what `fulfil` delivered, in the transaction of a refund.
   * @throws BusinessError 500113 for a top-up of which the balance has less left
   */
  revoke: (trx: Transaction, order: OrderRow, now: number) => Promise<void>
  /** Kind of the confirmation message. */
  findConfirmation: (order: OrderRow) => Confirmation
  readName: (
    db: Reader,
    order: OrderRow,
    context: Pick<OrderContext, 'lang' | 'readSiteName'>,
  ) => Promise<OrderName>
  /** Fields specific to this order kind. */
  describe: (deps: DescribeDeps, order: OrderRow, context: DescribeContext) => Promise<OwnFields<T>>
}

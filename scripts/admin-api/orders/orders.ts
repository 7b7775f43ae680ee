import { expressionBuilder, type Insertable, type Selectable } from 'kysely'
import type { OrderStatus } from '#api/order.ts'
import type { Reader, Transaction } from '../db/open.ts'
import type { OrderTables } from '../db/order-tables.ts'
import type { Tables } from '../db/tables.ts'
import { BusinessError, notAllowed, notFound } from '../errors.ts'

export type OrderRow = Selectable<OrderTables['order']>
export type NewOrder = Insertable<OrderTables['order']>

/** Statuses of an order that is paid and not refunded. */
export const PAID_STATUSES = ['paid', 'completed'] as const satisfies OrderRow['status'][]

/** Statuses of unpaid and paid orders, without cancelled and refunded ones. */
export const OPEN_STATUSES = ['pending', ...PAID_STATUSES] as const

export const isPaid = ({ status }: Pick<OrderRow, 'status'>): boolean =>
  PAID_STATUSES.some((paid) => paid === status)

/** Checks that an order can still be paid. @throws BusinessError 500107 paid, 500103 ended */
export function requirePayable(order: OrderRow, now: number): void {
  if (isPaid(order) || order.status === 'refunding' || order.status === 'refunded') {
    throw new BusinessError(500107)
  }
  if (order.status !== 'pending' || now >= order.expires_at) throw new BusinessError(500103)
}

export const findOrder = (db: Reader, id: number): Promise<OrderRow> =>
  db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow(notFound)

/**
 * Reads an order and locks it until the end of the transaction. Lock order: order, account, show or course date,
 * tickets, reservations, stock; a new order locks its account first.
 * @throws RequestError not_found
 */
export const lockOrder = (trx: Transaction, id: number): Promise<OrderRow> =>
  trx
    .selectFrom('order')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

/** A member's own order by its number. @throws RequestError not_found, also for another member's order */
export async function findOwnOrder(db: Reader, userId: number, orderNo: string): Promise<OrderRow> {
  const query = db.selectFrom('order').selectAll().where('order_no', '=', orderNo)
  const row = await query.executeTakeFirstOrThrow(notFound)
  if (row.user_id !== userId) throw notAllowed('order of another member')
  return row
}

/** Selects the show or course date of an order; null for orders without a date. */
export function selectDate(
  db: Reader,
  { show_id: showId, course_date_id: dateId }: Pick<OrderRow, 'show_id' | 'course_date_id'>,
) {
  const id = showId ?? dateId
  if (id === null) return null
  return db.selectFrom(showId === null ? 'course_date' : 'show').where('id', '=', id)
}

/** SQL: whether an order counts, because it has not expired unpaid by `expiredBy` (epoch ms). */
export function isUnexpired(expiredBy: number) {
  const { eb, or } = expressionBuilder<Tables, 'order'>()
  return or([eb('order.status', '<>', 'pending'), eb('order.expires_at', '>', expiredBy)])
}

/** SQL: whether an order is shown with a status. `verified` is derived: all tickets were used (`verified_order`). */
export function hasDisplayStatus(status: OrderStatus) {
  const { and, eb, exists, not, selectFrom } = expressionBuilder<Tables, 'order'>()
  const verified = selectFrom('verified_order').select('verified_order.id')
  const isVerified = exists(verified.whereRef('verified_order.id', '=', 'order.id'))
  return status === 'verified'
    ? isVerified
    : and([eb('order.status', '=', status), not(isVerified)])
}

/** SQL: whether an order holds places. A paid one whose tickets were all exchanged or refunded holds none. */
export function hasPlaces() {
  const { exists, selectFrom } = expressionBuilder<Tables, 'order'>()
  return exists(
    selectFrom('reservation')
      .select('reservation.id')
      .whereRef('reservation.order_id', '=', 'order.id')
      .where('reservation.state', '<>', 'released'),
  )
}

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

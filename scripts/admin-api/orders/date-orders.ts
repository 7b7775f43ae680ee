import type { Reader, Transaction } from '../db/open.ts'
import { hasPlaces, type OrderRow } from './orders.ts'

/** A show or course date. */
export interface DateRef {
  table: 'show' | 'course_date'
  id: number
}

/** The column of orders that refers to a show or course date. */
export const DATE_COLUMNS = { show: 'show_id', course_date: 'course_date_id' } as const

/**
 * The orders with places of a show or course date and with some statuses. Those without places are owed nothing:
 * their tickets were exchanged or refunded.
 */
export const selectDateOrders = (
  db: Reader,
  { table, id }: DateRef,
  statuses: readonly OrderRow['status'][],
) =>
  db
    .selectFrom('order')
    .where(DATE_COLUMNS[table], '=', id)
    .where('status', 'in', statuses)
    .where(hasPlaces())

/** Locks a show or course date, its orders with some statuses, and the accounts of bookings. */
export async function lockDateOrders(
  trx: Transaction,
  ref: DateRef,
  statuses: readonly OrderRow['status'][],
): Promise<OrderRow[]> {
  const lockOrders = () =>
    selectDateOrders(trx, ref, statuses).selectAll().orderBy('id').forUpdate().execute()
  // Before the date, because members who cancel lock their order first, then the places of the date.
  await lockOrders()
  if (ref.table === 'course_date') {
    // A refund of a booking locks its account, and a new booking locks its account before the date.
    const buyers = selectDateOrders(trx, ref, statuses).select('user_id')
    const accounts = trx.selectFrom('user').select('id').where('id', 'in', buyers)
    await accounts.orderBy('id').forNoKeyUpdate().execute()
  }
  // Waits for orders that are being created: they lock the show or date, too.
  await trx.selectFrom(ref.table).select('id').where('id', '=', ref.id).forUpdate().execute()
  return lockOrders()
}

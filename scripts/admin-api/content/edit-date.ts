import type { Reader, Transaction } from '../db/open.ts'
import type { DateRef } from '../orders/date-orders.ts'
import { editContent } from './edit-content.ts'
import { getAt } from './edits.ts'
import { findStored, type StoredSource } from './stored-sources.ts'

/** A show or course date, with the id of its performance or course. */
export const findDateItem = (db: Reader, { table, id }: DateRef) =>
  (table === 'show'
    ? db.selectFrom('show').select(['starts_at', 'performance_id as item_id']).where('id', '=', id)
    : db
        .selectFrom('course_date')
        .select(['starts_at', 'course_id as item_id'])
        .where('id', '=', id)
  ).executeTakeFirst()

/** The content of the item that a show or course date belongs to; null if the content does not list it. */
async function findSource(db: Reader, ref: DateRef): Promise<StoredSource | null> {
  const item = await findDateItem(db, ref)
  const kind = ref.table === 'show' ? 'performances' : 'courses'
  const source = item ? await findStored(db, kind, item.item_id) : null
  const path = [LISTS[ref.table], String(ref.id)]
  return source && getAt(source.data, path) !== undefined ? source : null
}

const LISTS = { show: 'shows', course_date: 'dates' } as const

/** Cancels a show or course date by a staff edit of its content. Call inside a transaction. */
export async function cancelInContent(trx: Transaction, ref: DateRef, now: number): Promise<void> {
  const source = await findSource(trx, ref)
  if (!source) return
  const path = [LISTS[ref.table], String(ref.id), 'cancelled']
  await editContent(trx, source, [{ path, value: true }], now)
}

/** Sets the stock of a price level by a staff edit of its content. Call inside a transaction. */
export async function setStockInContent(
  trx: Transaction,
  { showId, tierId, places }: { showId: number; tierId: number; places: number },
  now: number,
): Promise<void> {
  const source = await findSource(trx, { table: 'show', id: showId })
  const tiers = getAt(source?.data, ['tiers'])
  if (!source || !Array.isArray(tiers)) return
  const index = tiers.findIndex((tier) => getAt(tier, ['id']) === tierId)
  const path = ['shows', String(showId), 'stock', String(index)]
  if (index >= 0) await editContent(trx, source, [{ path, value: places }], now)
}

import type { Reader, Transaction } from '../db/open.ts'
import { editContent } from './edit-content.ts'
import { getAt } from './edits.ts'
import { findStored, type StoredSource } from './stored-sources.ts'

/** Dated parts of items: shows of performances, dates of courses. */
export type DatedTable = 'show' | 'course_date'

interface Dated {
  table: DatedTable
  id: number
}

/** The content of the item that a show or a course date belongs to, null when it does not name it. */
async function findSource(db: Reader, { table, id }: Dated): Promise<StoredSource | null> {
  const item = await (
    table === 'show'
      ? db.selectFrom('show').select('performance_id as id').where('id', '=', id)
      : db.selectFrom('course_date').select('course_id as id').where('id', '=', id)
  ).executeTakeFirst()
  const kind = table === 'show' ? 'performances' : 'courses'
  const source = item ? await findStored(db, kind, String(item.id)) : null
  return source && getAt(source.data, [LISTS[table], String(id)]) !== undefined ? source : null
}

const LISTS = { show: 'shows', course_date: 'dates' } as const

/** Cancels a show or a course date in the content, too. Inside a transaction. */
export async function cancelInContent(trx: Transaction, dated: Dated, now: number): Promise<void> {
  const source = await findSource(trx, dated)
  if (!source) return
  const path = [LISTS[dated.table], String(dated.id), 'cancelled']
  await editContent(trx, source, [{ path, value: true }], now)
}

/** Says in the content, too, how many places a price level of a show has. Inside a transaction. */
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

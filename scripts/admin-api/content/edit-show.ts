import type { Reader, Transaction } from '../db/open.ts'
import { editContent } from './edit-content.ts'
import { getAt } from './edits.ts'
import { findStored, type StoredSource } from './stored-sources.ts'

/** The content of the performance that a show belongs to, null when it does not name the show. */
async function findSource(db: Reader, showId: number): Promise<StoredSource | null> {
  const shows = db.selectFrom('show').select('performance_id').where('id', '=', showId)
  const show = await shows.executeTakeFirst()
  const source = show ? await findStored(db, 'performances', String(show.performance_id)) : null
  return source && getAt(source.data, ['shows', String(showId)]) !== undefined ? source : null
}

/** Says in the content, too, that a show is called off. Inside a transaction. */
export async function cancelInContent(
  trx: Transaction,
  showId: number,
  now: number,
): Promise<void> {
  const source = await findSource(trx, showId)
  if (!source) return
  const path = ['shows', String(showId), 'cancelled']
  await editContent(trx, source, [{ path, value: true }], now)
}

/** Says in the content, too, how many places a price level of a show has. Inside a transaction. */
export async function setStockInContent(
  trx: Transaction,
  { showId, tierId, places }: { showId: number; tierId: number; places: number },
  now: number,
): Promise<void> {
  const source = await findSource(trx, showId)
  const tiers = getAt(source?.data, ['tiers'])
  if (!source || !Array.isArray(tiers)) return
  const index = tiers.findIndex((tier) => getAt(tier, ['id']) === tierId)
  const path = ['shows', String(showId), 'stock', String(index)]
  if (index >= 0) await editContent(trx, source, [{ path, value: places }], now)
}

import type { Database } from '../db/open.ts'
import { editContent } from './edit-content.ts'
import { getAt } from './edits.ts'
import { findStored, type StoredSource } from './stored-sources.ts'

/** The content of the performance that a show belongs to, null when it does not name the show. */
function findSource(db: Database, showId: number): StoredSource | null {
  const row = db.prepare('SELECT performance_id FROM show WHERE id = ?').get(showId)
  const source = row ? findStored(db, 'performances', String(row['performance_id'])) : null
  return source && getAt(source.data, ['shows', String(showId)]) !== undefined ? source : null
}

/** Says in the content, too, that a show is called off. Inside a transaction. */
export function cancelInContent(db: Database, showId: number, now: number): void {
  const source = findSource(db, showId)
  if (!source) return
  const path = ['shows', String(showId), 'cancelled']
  editContent(db, source, [{ path, value: true }], now)
}

/** Says in the content, too, how many places a price level of a show has. Inside a transaction. */
export function setStockInContent(
  db: Database,
  { showId, tierId, places }: { showId: number; tierId: number; places: number },
  now: number,
): void {
  const source = findSource(db, showId)
  const tiers = getAt(source?.data, ['tiers'])
  if (!source || !Array.isArray(tiers)) return
  const index = tiers.findIndex((tier) => getAt(tier, ['id']) === tierId)
  const path = ['shows', String(showId), 'stock', String(index)]
  if (index >= 0) editContent(db, source, [{ path, value: places }], now)
}

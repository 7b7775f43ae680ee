import type { Locale } from '#api/language.ts'
import type { Database } from '../db/open.ts'
import { all } from '../db/write.ts'
import { readCard } from '../modules/read/texts.ts'
import type { OrderName } from './order-kind.ts'

/** Title and image of the item of an order. */
export function readItemName(
  db: Database,
  item: { kind: 'performance' | 'course'; id: number },
  lang: Locale,
): OrderName {
  const query = db.query
    .selectFrom('content_text')
    .select(['title', 'card'])
    .where('kind', '=', item.kind)
    .where('item_id', '=', item.id)
    .where('lang', '=', lang)
  const [row] = all(db, query)
  // The item may have been removed from the content.
  if (!row) return { title: '—', image: null }
  return { title: row.title, image: readCard(item.kind, row.card).image }
}

import type { Locale } from '#api/language.ts'
import type { Reader } from '../db/open.ts'
import { readCard, selectText } from '../modules/read/texts.ts'
import type { OrderName } from './order-kind.ts'

/** Title and image of the item of an order. */
export async function readItemName(
  db: Reader,
  item: { kind: 'performance' | 'course'; id: number },
  lang: Locale,
): Promise<OrderName> {
  const texts = selectText(db, item.kind, item.id, lang)
  const row = await texts.select(['title', 'card']).executeTakeFirst()
  // The item may have been removed from the content.
  if (!row) return { title: '—', image: null }
  return { title: row.title, image: readCard(item.kind, row.card).image }
}

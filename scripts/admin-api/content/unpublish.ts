import { sql } from 'kysely'
import type { Transaction } from '../db/open.ts'
import { ITEM_TRAITS, listParts } from './parts.ts'
import type { ItemKind, SourceKind } from './format.ts'

// Rows of hidden items are kept, because orders may reference them.

const HIDDEN = { published: 0 } as const

async function hideItem(trx: Transaction, kind: ItemKind, id: number): Promise<void> {
  const traits = ITEM_TRAITS[kind]
  if ('news' in traits) {
    const news = trx.updateTable('news').set(HIDDEN).where('kind', '=', traits.news)
    await news.where('id', '=', id).execute()
  } else {
    await trx.updateTable(traits.textKind).set(HIDDEN).where('id', '=', id).execute()
  }
  for (const part of listParts(kind)) {
    if (!('owner' in part)) continue
    const { table, owner } = part
    await trx.updateTable(table).set(HIDDEN).where(sql.ref(owner), '=', id).execute()
  }
  const texts = trx.updateTable('content_text').set(HIDDEN).where('kind', '=', traits.textKind)
  await texts.where('item_id', '=', id).execute()
  // Writing the item restores its links.
  if (kind === 'performances') {
    await trx.deleteFrom('performance_artist').where('performance_id', '=', id).execute()
  }
  if (kind === 'courses') {
    await trx.deleteFrom('course_teacher').where('course_id', '=', id).execute()
  }
}

/** Hides an item or page with all its parts; writing it shows those that still exist. */
export async function unpublishParts(
  trx: Transaction,
  { kind, id, slug }: { kind: SourceKind; id: number; slug: string },
): Promise<void> {
  const moments = trx.deleteFrom('content_moment').where('kind', '=', kind)
  await moments.where('item_id', '=', id).execute()
  if (kind !== 'pages') {
    await hideItem(trx, kind, id)
  } else if (slug === 'site') {
    for (const { table } of [...listParts('site.yaml'), ...listParts('venue')]) {
      if (table) await trx.updateTable(table).set(HIDDEN).execute()
    }
  }
}

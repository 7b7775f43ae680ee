import { sql } from 'kysely'
import type { NewsKind } from '#api/news.ts'
import type { Transaction } from '../db/open.ts'
import { ITEM_KINDS, ITEM_TRAITS, type ItemKind, type SourceKind } from './sources.ts'

// Rows of hidden items are kept, because orders may reference them.

type HiddenTable =
  | 'artist'
  | 'performance'
  | 'tier'
  | 'show'
  | 'course'
  | 'course_package'
  | 'course_date'
  | 'activity'
  | 'activity_date'
  | 'business_case'

export interface Part {
  table: HiddenTable
  /** The column with the id of the item. */
  column: 'id' | 'performance_id' | 'course_id' | 'activity_id'
  /** The list of the content format with these parts, which have ids of their own. */
  list?: string
}

/** Tables with an item and its parts; for news, the kind in their common table. */
const PARTS: Record<ItemKind, readonly Part[] | NewsKind> = {
  artists: [{ table: 'artist', column: 'id' }],
  performances: [
    { table: 'performance', column: 'id' },
    { table: 'tier', column: 'performance_id', list: 'tiers' },
    { table: 'show', column: 'performance_id', list: 'shows' },
  ],
  courses: [
    { table: 'course', column: 'id' },
    { table: 'course_package', column: 'course_id', list: 'packages' },
    { table: 'course_date', column: 'course_id', list: 'dates' },
  ],
  activities: [
    { table: 'activity', column: 'id' },
    { table: 'activity_date', column: 'activity_id', list: 'dates' },
  ],
  'artist-news': 'artist',
  'course-news': 'course',
  'performance-news': 'performance',
  'business-cases': [{ table: 'business_case', column: 'id' }],
}

/** Tables with entries of `site.yaml`. */
const SITE_TABLES = [
  'city',
  'venue',
  'hall',
  'genre',
  'discipline',
  'category',
  'member_package',
] as const

const HIDDEN = { published: 0 } as const

/** Tables with an item and its parts. */
export function listParts(kind: SourceKind): readonly Part[] {
  const parts = kind === 'pages' ? [] : PARTS[kind]
  return typeof parts === 'string' ? [] : parts
}

/** Deletes links of an item; writing the item restores them. */
async function deleteLinks(trx: Transaction, kind: ItemKind, id: number): Promise<void> {
  if (kind === 'performances') {
    await trx.deleteFrom('performance_artist').where('performance_id', '=', id).execute()
  }
  if (kind === 'courses') {
    await trx.deleteFrom('course_teacher').where('course_id', '=', id).execute()
  }
}

async function hideItem(trx: Transaction, kind: ItemKind, id: number): Promise<void> {
  const parts = PARTS[kind]
  if (typeof parts === 'string') {
    const news = trx.updateTable('news').set(HIDDEN).where('kind', '=', parts)
    await news.where('id', '=', id).execute()
  }
  for (const { table, column } of listParts(kind)) {
    // `column` exists in each of these tables.
    await trx.updateTable(table).set(HIDDEN).where(sql.ref(column), '=', id).execute()
  }
  const { textKind } = ITEM_TRAITS[kind]
  const texts = trx.updateTable('content_text').set(HIDDEN).where('kind', '=', textKind)
  await texts.where('item_id', '=', id).execute()
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
    await deleteLinks(trx, kind, id)
  } else if (slug === 'site') {
    for (const table of SITE_TABLES) await trx.updateTable(table).set(HIDDEN).execute()
  }
}

/** Hides all content, for databases from before the table of sources. */
export async function unpublishAll(trx: Transaction): Promise<void> {
  const parts = ITEM_KINDS.flatMap(listParts)
  const tables = new Set([...SITE_TABLES, ...parts.map(({ table }) => table)])
  for (const table of tables) await trx.updateTable(table).set(HIDDEN).execute()
  await trx.updateTable('news').set(HIDDEN).execute()
  await trx.updateTable('content_text').set(HIDDEN).execute()
  await trx.deleteFrom('performance_artist').execute()
  await trx.deleteFrom('course_teacher').execute()
}

import type { Database } from '../db/open.ts'
import type { TextKind } from '../db/texts.ts'
import { execute } from '../db/write.ts'
import type { ItemKind, SourceKind } from './sources.ts'

// Rows of what is no longer shown stay, because orders may point at them.

interface Part {
  table: string
  /** The column that names the item. */
  column: string
}

/** What belongs to an item, and is shown with it. */
const PARTS: Record<ItemKind, readonly Part[]> = {
  artists: [{ table: 'artist', column: 'id' }],
  performances: [
    { table: 'performance', column: 'id' },
    { table: 'tier', column: 'performance_id' },
    { table: 'show', column: 'performance_id' },
  ],
  courses: [
    { table: 'course', column: 'id' },
    { table: 'course_package', column: 'course_id' },
    { table: 'course_date', column: 'course_id' },
  ],
  activities: [
    { table: 'activity', column: 'id' },
    { table: 'activity_date', column: 'activity_id' },
  ],
  'artist-news': [{ table: `news`, column: `kind = 'artist' AND id` }],
  'course-news': [{ table: `news`, column: `kind = 'course' AND id` }],
  'performance-news': [{ table: `news`, column: `kind = 'performance' AND id` }],
  'business-cases': [{ table: 'business_case', column: 'id' }],
}

const PLACES = 'city venue hall genre discipline category member_package'.split(' ')

/** Links are written again with the item that holds them. */
const LINKS: Partial<Record<ItemKind, Part>> = {
  performances: { table: 'performance_artist', column: 'performance_id' },
  courses: { table: 'course_teacher', column: 'course_id' },
}

export const TEXT_KINDS: Record<ItemKind, TextKind> = {
  artists: 'artist',
  performances: 'performance',
  courses: 'course',
  activities: 'activity',
  'artist-news': 'artist_news',
  'course-news': 'course_news',
  'performance-news': 'performance_news',
  'business-cases': 'business_case',
}

/** Hides a piece of content and all its parts; writing it shows again what it still has. */
export function unpublishParts(
  db: Database,
  { kind, id, slug }: { kind: SourceKind; id: number; slug: string },
): void {
  execute(db, 'DELETE FROM content_moment WHERE kind = ? AND item_id = ?', kind, id)
  if (kind === 'pages') {
    if (slug !== 'site') return
    for (const table of PLACES) execute(db, `UPDATE ${table} SET published = 0`)
    return
  }
  for (const { table, column } of PARTS[kind]) {
    execute(db, `UPDATE ${table} SET published = 0 WHERE ${column} = ?`, id)
  }
  const text = 'UPDATE content_text SET published = 0 WHERE kind = ? AND item_id = ?'
  execute(db, text, TEXT_KINDS[kind], id)
  const links = LINKS[kind]
  if (links) execute(db, `DELETE FROM ${links.table} WHERE ${links.column} = ?`, id)
}

/** Hides everything: for a database whose content was written before it was kept as given. */
export function unpublishAll(db: Database): void {
  const parts = Object.values(PARTS).flat()
  const tables = new Set([...PLACES, ...parts.map(({ table }) => table), 'content_text'])
  for (const table of tables) execute(db, `UPDATE ${table} SET published = 0`)
  for (const { table } of Object.values(LINKS)) execute(db, `DELETE FROM ${table}`)
}

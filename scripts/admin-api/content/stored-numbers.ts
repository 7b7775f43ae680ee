import * as v from 'valibot'
import type { Database } from '../db/open.ts'
import { execute, upsert } from '../db/write.ts'
import {
  numberContent,
  NUMBERED_KINDS,
  type NumberBook,
  type NumberedKind,
  type NumberedName,
} from './number-content.ts'
import { validateStored } from './plan-stored.ts'
import type { ContentFolder } from './read-folder.ts'
import { findPageFile, ITEM_KINDS } from './sources.ts'
import { readAllStored } from './stored-sources.ts'

/** Where numbers of a kind are in use; banners and links have theirs only in the content. */
const TABLES: Record<NumberedKind, string | null> = {
  artists: 'artist',
  performances: 'performance',
  courses: 'course',
  activities: 'activity',
  'artist-news': `news WHERE kind = 'artist'`,
  'course-news': `news WHERE kind = 'course'`,
  'performance-news': `news WHERE kind = 'performance'`,
  'business-cases': 'business_case',
  city: 'city',
  venue: 'venue',
  hall: 'hall',
  genre: 'genre',
  discipline: 'discipline',
  category: 'category',
  link: null,
  'member package': 'member_package',
  banner: null,
  tier: 'tier',
  show: 'show',
  'course package': 'course_package',
  'course date': 'course_date',
  'activity date': 'activity_date',
}

const RowsSchema = v.array(
  v.pipe(
    v.object({
      kind: v.picklist(NUMBERED_KINDS),
      owner: v.number(),
      name: v.string(),
      id: v.number(),
      is_current: v.number(),
      title: v.string(),
    }),
    v.transform(({ is_current, ...row }): NumberedName => ({
      ...row,
      isCurrent: is_current === 1,
    })),
  ),
)

/** The names of a database whose content was imported before names were kept. */
function readNamesOfContent(db: Database): NumberedName[] {
  const sources = readAllStored(db)
  if (sources.length === 0) return []
  const pages = sources.filter(({ kind }) => kind === 'pages')
  const single = pages.map((page) => [findPageFile(page.slug), validateStored(page, page.data)])
  const items = ITEM_KINDS.map((kind) => {
    const own = sources.filter((source) => source.kind === kind)
    return [kind, own.map((one) => ({ ...validateStored(one, one.data), slug: one.slug }))]
  })
  const parts = { single: Object.fromEntries(single), items: Object.fromEntries(items) }
  // Every part was validated by its schema.
  const folder = { root: '', ...parts } as ContentFolder
  return numberContent(folder, { names: [], highest: () => 0 }).names
}

/** The numbers that content of a database has, and had. */
export function readNumbers(db: Database): NumberBook {
  const sql = 'SELECT kind, owner, name, id, is_current, title FROM content_number'
  const stored = v.parse(RowsSchema, db.prepare(sql).all())
  const names = stored.length > 0 ? stored : readNamesOfContent(db)
  const named = new Map<NumberedKind, number>()
  for (const { kind, id } of names) named.set(kind, Math.max(named.get(kind) ?? 0, id))
  return {
    names,
    highest(kind) {
      const table = TABLES[kind]
      const used = table ? db.prepare(`SELECT max(id) AS id FROM ${table}`).get()?.['id'] : 0
      return Math.max(named.get(kind) ?? 0, Number(used ?? 0))
    },
  }
}

/** Keeps the numbers of an import. Inside its transaction. */
export function writeNumbers(db: Database, names: readonly NumberedName[]): void {
  execute(db, 'UPDATE content_number SET is_current = 0 WHERE is_current = 1')
  for (const { isCurrent, ...name } of names) {
    upsert(db, 'content_number', ['kind', 'owner', 'name'], {
      ...name,
      is_current: isCurrent ? 1 : 0,
    })
  }
}

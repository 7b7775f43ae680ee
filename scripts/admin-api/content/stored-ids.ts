import * as v from 'valibot'
import type { Reader, Transaction } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import {
  assignIds,
  ID_KINDS,
  type AssignedIds,
  type IdKind,
  type NameWithId,
} from './assign-ids.ts'
import type { ContentFolder } from './read-folder.ts'
import { findPageFile, ITEM_KINDS, validateSource } from './sources.ts'
import { readAllStored } from './stored-sources.ts'

/** Tables with ids of a kind; null for banners and links, whose ids are only in the content. */
const PLACES = {
  artists: { table: 'artist' },
  performances: { table: 'performance' },
  courses: { table: 'course' },
  activities: { table: 'activity' },
  'artist-news': { news: 'artist' },
  'course-news': { news: 'course' },
  'performance-news': { news: 'performance' },
  'business-cases': { table: 'business_case' },
  city: { table: 'city' },
  venue: { table: 'venue' },
  hall: { table: 'hall' },
  genre: { table: 'genre' },
  discipline: { table: 'discipline' },
  category: { table: 'category' },
  link: null,
  'member package': { table: 'member_package' },
  banner: null,
  tier: { table: 'tier' },
  show: { table: 'show' },
  'course package': { table: 'course_package' },
  'course date': { table: 'course_date' },
  'activity date': { table: 'activity_date' },
} as const satisfies Record<
  IdKind,
  { table: keyof Tables } | { news: Tables['news']['kind'] } | null
>

/** The highest id of a kind in use; 0 if there is none. */
async function readHighest(db: Reader, kind: IdKind): Promise<number> {
  const place = PLACES[kind]
  if (place === null) return 0
  const rows =
    'news' in place
      ? db
          .selectFrom('news')
          .select(({ fn }) => fn.max<number | null>('id').as('highest'))
          .where('kind', '=', place.news)
      : db.selectFrom(place.table).select(({ fn }) => fn.max<number | null>('id').as('highest'))
  return (await rows.executeTakeFirstOrThrow()).highest ?? 0
}

const RowsSchema = v.array(
  v.pipe(
    v.object({
      kind: v.picklist(ID_KINDS),
      owner: v.number(),
      name: v.string(),
      id: v.number(),
      is_current: v.number(),
      title: v.string(),
    }),
    v.transform(({ is_current, ...row }): NameWithId => ({
      ...row,
      isCurrent: is_current === 1,
    })),
  ),
)

/** Derives names from stored content, for databases from before the table of names. */
async function readNamesOfContent(db: Reader): Promise<NameWithId[]> {
  const sources = await readAllStored(db)
  if (sources.length === 0) return []
  const pages = sources.filter(({ kind }) => kind === 'pages')
  const single = pages.map((page) => [findPageFile(page.slug), validateSource(page, page.data)])
  const items = ITEM_KINDS.map((kind) => {
    const own = sources.filter((source) => source.kind === kind)
    return [kind, own.map((one) => ({ ...validateSource(one, one.data), slug: one.slug }))]
  })
  const parts = { single: Object.fromEntries(single), items: Object.fromEntries(items) }
  // Every part was validated against its schema.
  const folder = { root: '', ...parts } as ContentFolder
  return assignIds(folder, { names: [], highest: () => 0 }).names
}

/** Reads all ids ever assigned to content of a database. */
export async function readAssignedIds(db: Reader): Promise<AssignedIds> {
  const rows = await db
    .selectFrom('content_number')
    .select(['kind', 'owner', 'name', 'id', 'is_current', 'title'])
    .execute()
  const stored = v.parse(RowsSchema, rows)
  const names = stored.length > 0 ? stored : await readNamesOfContent(db)
  const highest = new Map<IdKind, number>()
  for (const kind of ID_KINDS) highest.set(kind, await readHighest(db, kind))
  for (const { kind, id } of names) highest.set(kind, Math.max(highest.get(kind) ?? 0, id))
  return { names, highest: (kind) => highest.get(kind) ?? 0 }
}

/** Stores the ids of an import. Call inside its transaction. */
export async function writeAssignedIds(
  trx: Transaction,
  names: readonly NameWithId[],
): Promise<void> {
  const current = trx.updateTable('content_number').where('is_current', '=', 1)
  await current.set({ is_current: 0 }).execute()
  for (const { kind, owner, name, id, title, isCurrent } of names) {
    const is_current = isCurrent ? (1 as const) : (0 as const)
    const values = { id, title, is_current }
    await trx
      .insertInto('content_number')
      .values({ kind, owner, name, ...values })
      .onConflict((row) => row.columns(['kind', 'owner', 'name']).doUpdateSet(values))
      .execute()
  }
}

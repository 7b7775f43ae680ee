import * as v from 'valibot'
import { SECTIONS, type Section } from '#api/sections.ts'
import type { Database } from '../db/open.ts'
import type { MediaMap } from './blocks.ts'
import { EditsSchema, type Edit } from './edits.ts'
import type { Entry, Noun, SlugIndex, SlugLookup } from './index-slugs.ts'
import type { MediaFile } from './media.ts'
import { SOURCE_KINDS, type SourceKey, type SourceKind } from './sources.ts'
import { WindowSchema } from './visibility.ts'

const KeySchema = v.object({
  kind: v.picklist(SOURCE_KINDS),
  id: v.number(),
  slug: v.string(),
})

const StateSchema = v.object({ ...KeySchema.entries, published: v.number(), hash: v.string() })
export type StoredState = v.InferOutput<typeof StateSchema>

/** All pieces of content as they stand, without what they say. */
export function readStoredStates(db: Database): StoredState[] {
  const sql = 'SELECT kind, id, slug, published, hash FROM content_source'
  return v.parse(v.array(StateSchema), db.prepare(sql).all())
}

export function readStoredState(db: Database, { kind, id }: SourceKey): StoredState | null {
  const sql = 'SELECT kind, id, slug, published, hash FROM content_source WHERE kind = ? AND id = ?'
  const row = db.prepare(sql).get(kind, id)
  return row ? v.parse(StateSchema, row) : null
}

const EditedSchema = v.object({ ...KeySchema.entries, edits: EditsSchema })

/** What staff set, by piece of content. */
export function readStoredEdits(db: Database): (SourceKey & { edits: Edit[] })[] {
  const sql = `SELECT kind, id, slug, edits FROM content_source WHERE edits <> '[]'`
  return v.parse(v.array(EditedSchema), db.prepare(sql).all())
}

const StoredSchema = v.object({
  ...EditedSchema.entries,
  /** Whether it is shown. */
  published: v.pipe(
    v.number(),
    v.transform((flag) => flag === 1),
  ),
  data: v.pipe(v.string(), v.parseJson()),
  media: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
})
export type StoredSource = v.InferOutput<typeof StoredSchema>

const COLUMNS = 'kind, id, slug, published, data, media, edits'

/** A piece of content by its number or its slug, null when there is none. */
export function findStored(db: Database, kind: SourceKind, wanted: string): StoredSource | null {
  const column = /^\d+$/.test(wanted) ? 'id' : 'slug'
  const value = column === 'id' ? Number(wanted) : wanted
  const sql = `SELECT ${COLUMNS} FROM content_source WHERE kind = ? AND ${column} = ?`
  const row = db.prepare(sql).get(kind, value)
  return row ? v.parse(StoredSchema, row) : null
}

/** All content. */
export function readAllStored(db: Database): StoredSource[] {
  return v.parse(v.array(StoredSchema), db.prepare(`SELECT ${COLUMNS} FROM content_source`).all())
}

/** Whether any content has a moment after one point of time and until another, in epoch ms. */
export function hasMoment(db: Database, after: number, until: number): boolean {
  const sql = 'SELECT 1 FROM content_moment WHERE at > ? AND at <= ? LIMIT 1'
  return db.prepare(sql).get(after, until) !== undefined
}

/** Content with a moment after one point of time and until another, in epoch ms. */
export function listMomentous(db: Database, after: number, until: number): StoredSource[] {
  const sql = `SELECT ${COLUMNS} FROM content_source WHERE (kind, id) IN (
    SELECT kind, item_id FROM content_moment WHERE at > ? AND at <= ?)`
  return v.parse(v.array(StoredSchema), db.prepare(sql).all(after, until))
}

/** Content of some kinds that names a slug. */
export function listNaming(
  db: Database,
  kinds: readonly SourceKind[],
  slug: string,
): StoredSource[] {
  const marks = kinds.map(() => '?').join(', ')
  const sql = `SELECT ${COLUMNS} FROM content_source WHERE kind IN (${marks}) AND instr(data, ?) > 0`
  const rows = db.prepare(sql).all(...kinds, JSON.stringify(slug))
  return v.parse(v.array(StoredSchema), rows)
}

const EntrySchema = v.object({ id: v.number() })
const WindowColumn = v.pipe(v.string(), v.parseJson(), WindowSchema)

/** Finds things of the database by their slugs. */
export function readStoredSlugs(db: Database): SlugIndex {
  const lookUp = (
    find: (slug: string) => Entry | undefined,
    hasNumber: (id: number) => boolean,
  ): SlugLookup => {
    const known = new Map<string, Entry | undefined>()
    const get = (slug: string) => {
      if (!known.has(slug)) known.set(slug, find(slug))
      return known.get(slug)
    }
    return { get, has: (slug) => get(slug) !== undefined, hasNumber }
  }
  const named = (table: Noun) => {
    const sql = (column: string) => `SELECT id FROM ${table} WHERE ${column} = ? AND published = 1`
    return lookUp(
      (slug) => {
        const row = db.prepare(sql('slug')).get(slug)
        return row && v.parse(EntrySchema, row)
      },
      (id) => db.prepare(sql('id')).get(id) !== undefined,
    )
  }
  const item = (kind: SourceKind) => {
    const sql = (column: string) =>
      `SELECT id, data FROM content_source WHERE kind = ? AND ${column} = ?`
    return lookUp(
      (slug) => {
        const row = db.prepare(sql('slug')).get(kind, slug)
        return row && { ...v.parse(EntrySchema, row), window: v.parse(WindowColumn, row['data']) }
      },
      (id) => db.prepare(sql('id')).get(kind, id) !== undefined,
    )
  }
  return {
    city: named('city'),
    hall: named('hall'),
    genre: named('genre'),
    discipline: named('discipline'),
    category: named('category'),
    artist: item('artists'),
    performance: item('performances'),
    course: item('courses'),
    activity: item('activities'),
    'artist news': item('artist-news'),
    'course news': item('course-news'),
    'performance news': item('performance-news'),
  }
}

const MediaSchema = v.pipe(
  v.object({
    name: v.string(),
    source: v.string(),
    mime: v.string(),
    width: v.number(),
    height: v.number(),
    duration_s: v.nullable(v.number()),
    bytes: v.number(),
  }),
  v.transform(({ duration_s: duration, ...file }): MediaFile => ({ ...file, duration })),
)

export function readStoredMedia(db: Database, name: string): MediaFile | null {
  const sql =
    'SELECT name, source, mime, width, height, duration_s, bytes FROM media WHERE name = ?'
  const row = db.prepare(sql).get(name)
  return row ? v.parse(MediaSchema, row) : null
}

/** The media files that a piece of content was written with, and others by their paths. */
export function readMediaOf(
  db: Database,
  names: Readonly<Record<string, string>>,
  sources: readonly string[],
): MediaMap {
  const files = new Map<string, MediaFile>()
  for (const source of sources) {
    const sql = 'SELECT name FROM media WHERE source = ? ORDER BY rowid DESC LIMIT 1'
    const newest = db.prepare(sql).get(source)?.['name']
    const file = readStoredMedia(db, names[source] ?? String(newest))
    if (file) files.set(source, { ...file, source })
  }
  return files
}

export function readStoredLegal(db: Database): Map<string, string> {
  const rows = db.prepare('SELECT name, hash FROM legal_file').all()
  return new Map(rows.map((row) => [String(row['name']), String(row['hash'])]))
}

const SectionListSchema = v.optional(v.array(v.picklist(SECTIONS)), [...SECTIONS])

/** The sections that the imported content shows. */
export function readStoredSections(db: Database): Section[] {
  const sql = `SELECT json_extract(data, '$.site.sections') AS sections FROM page WHERE key = 'site'`
  const stored = db.prepare(sql).get()?.['sections']
  return v.parse(SectionListSchema, typeof stored === 'string' ? JSON.parse(stored) : undefined)
}

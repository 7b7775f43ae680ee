import { join } from 'node:path'
import { sql } from 'kysely'
import * as v from 'valibot'
import { LOCALES } from '#api/language.ts'
import type { Site } from '#api/site.ts'
import { containsText } from '../../lib/db/contains-text.ts'
import { readJson } from '../db/json.ts'
import type { Reader } from '../db/open.ts'
import { readSetting } from '../db/settings.ts'
import type { PageTexts } from '../db/texts.ts'
import type { MediaMap } from './blocks.ts'
import { EditsSchema, type Edit } from './edits.ts'
import type { MediaFile } from './media.ts'
import type { SourceKind } from './format.ts'
import { SOURCE_KINDS, type SourceKey } from './sources.ts'

const KeySchema = v.object({
  kind: v.picklist(SOURCE_KINDS),
  id: v.number(),
  slug: v.string(),
})

const StateSchema = v.object({ ...KeySchema.entries, published: v.number(), hash: v.string() })
export type StoredState = v.InferOutput<typeof StateSchema>

const selectStates = (db: Reader) =>
  db.selectFrom('content_source').select(['kind', 'id', 'slug', 'published', 'hash'])

/** States of all stored items and pages, without their content. */
export const readStoredStates = async (db: Reader): Promise<StoredState[]> =>
  v.parse(v.array(StateSchema), await selectStates(db).execute())

/** States of some items and pages; those that are not stored are omitted. */
export async function readStates(db: Reader, keys: readonly SourceKey[]): Promise<StoredState[]> {
  const states: StoredState[] = []
  for (const { kind, id } of keys) {
    const one = selectStates(db).where('kind', '=', kind).where('id', '=', id)
    const row = await one.executeTakeFirst()
    if (row) states.push(v.parse(StateSchema, row))
  }
  return states
}

const EditedSchema = v.object({ ...KeySchema.entries, edits: EditsSchema })

/** Staff edits by item or page. */
export async function readStoredEdits(db: Reader): Promise<(SourceKey & { edits: Edit[] })[]> {
  const rows = await db
    .selectFrom('content_source')
    .select(['kind', 'id', 'slug', 'edits'])
    .where('edits', '<>', sql.lit('[]'))
    .orderBy('kind')
    .orderBy('id')
    .execute()
  return v.parse(v.array(EditedSchema), rows)
}

const StoredSchema = v.object({
  ...EditedSchema.entries,
  /** Whether it is visible. */
  published: v.pipe(
    v.number(),
    v.transform((flag) => flag === 1),
  ),
  data: v.pipe(v.string(), v.parseJson()),
  media: v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())),
})
export type StoredSource = v.InferOutput<typeof StoredSchema>

const selectStored = (db: Reader) =>
  db
    .selectFrom('content_source')
    .select(['kind', 'id', 'slug', 'published', 'data', 'media', 'edits'])

const parseStored = (rows: unknown): StoredSource[] => v.parse(v.array(StoredSchema), rows)

/**
 * Finds an item or page; null if there is none.
 * @param key its id, or a text: its slug, which may be a number as in "1984", or else its id
 */
export async function findStored(
  db: Reader,
  kind: SourceKind,
  key: number | string,
): Promise<StoredSource | null> {
  const column = typeof key === 'number' ? 'id' : 'slug'
  const one = selectStored(db).where('kind', '=', kind).where(column, '=', key)
  const row = await one.executeTakeFirst()
  if (row) return v.parse(StoredSchema, row)
  return typeof key === 'string' && /^\d+$/.test(key) ? findStored(db, kind, Number(key)) : null
}

/** All stored items and pages. */
export const readAllStored = async (db: Reader): Promise<StoredSource[]> =>
  parseStored(await selectStored(db).execute())

/** Whether any scheduled change is in (after, until], in epoch ms. */
export async function hasMoment(db: Reader, after: number, until: number): Promise<boolean> {
  const moment = await db
    .selectFrom('content_moment')
    .select('at')
    .where('at', '>', after)
    .where('at', '<=', until)
    .limit(1)
    .executeTakeFirst()
  return moment !== undefined
}

/** Lists items and pages with a scheduled change in (after, until], in epoch ms. */
export async function listScheduled(
  db: Reader,
  after: number,
  until: number,
): Promise<StoredSource[]> {
  const scheduled = selectStored(db).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('content_moment')
        .select('content_moment.at')
        .whereRef('content_moment.kind', '=', 'content_source.kind')
        .whereRef('content_moment.item_id', '=', 'content_source.id')
        .where('content_moment.at', '>', after)
        .where('content_moment.at', '<=', until),
    ),
  )
  return parseStored(await scheduled.execute())
}

/** Lists items and pages of some kinds that contain a slug. */
export async function listReferencing(
  db: Reader,
  kinds: readonly SourceKind[],
  slug: string,
): Promise<StoredSource[]> {
  if (kinds.length === 0) return []
  const referencing = selectStored(db)
    .where('kind', 'in', kinds)
    .where(containsText('data', JSON.stringify(slug)))
  return parseStored(await referencing.execute())
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

const selectMedia = (db: Reader) =>
  db
    .selectFrom('media')
    .select(['name', 'source', 'mime', 'width', 'height', 'duration_s', 'bytes'])

export async function readStoredMedia(db: Reader, name: string): Promise<MediaFile | null> {
  const row = await selectMedia(db).where('name', '=', name).executeTakeFirst()
  return row ? v.parse(MediaSchema, row) : null
}

/** The file that was imported last from a source path. Identical files share a row with one of their paths. */
async function readNewestMedia(db: Reader, source: string): Promise<MediaFile | null> {
  const path = join((await readSetting(db, 'content_origin')) ?? '', 'media', source)
  const files = selectMedia(db)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('source', '=', source),
        eb('name', 'in', selectFrom('media_source').select('name').where('path', '=', path)),
      ]),
    )
    .orderBy('imported_at', 'desc')
  const row = await files.orderBy('name').limit(1).executeTakeFirst()
  return row ? v.parse(MediaSchema, row) : null
}

/**
 * Media files by source path. @param names stored names by path, as an item was imported with; other sources
 *   use their newest file
 */
export async function readMediaFiles(
  db: Reader,
  names: Readonly<Record<string, string>>,
  sources: readonly string[],
): Promise<MediaMap> {
  const files = new Map<string, MediaFile>()
  for (const source of sources) {
    const name = names[source]
    const file = await (name === undefined
      ? readNewestMedia(db, source)
      : readStoredMedia(db, name))
    if (file) files.set(source, { ...file, source })
  }
  return files
}

export async function readStoredLegal(db: Reader): Promise<Map<string, string>> {
  const rows = await db.selectFrom('legal_file').select(['name', 'hash']).execute()
  return new Map(rows.map(({ name, hash }) => [name, hash]))
}

/** Site data of the imported content; undefined before the first import. */
export async function readStoredSite(db: Reader): Promise<Site | undefined> {
  const row = await db
    .selectFrom('page')
    .select('data')
    .where('key', '=', 'site')
    .where('lang', '=', LOCALES[0])
    .executeTakeFirst()
  return row && readJson<PageTexts['site']>(row.data).site
}

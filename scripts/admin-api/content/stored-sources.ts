import { join } from 'node:path'
import { sql, type Selectable } from 'kysely'
import { LOCALES } from '#api/language.ts'
import type { Site } from '#api/site.ts'
import { containsText } from '../../lib/db/contains-text.ts'
import { readJson } from '../db/json.ts'
import type { Reader } from '../db/open.ts'
import { readSetting } from '../db/settings.ts'
import type { Tables } from '../db/tables.ts'
import type { PageTexts } from '../db/texts.ts'
import type { MediaMap } from './blocks.ts'
import type { Edit } from './edits.ts'
import type { MediaFile } from './media.ts'
import type { SourceKind } from './format.ts'
import type { SourceKey } from './sources.ts'

type Row = Selectable<Tables['content_source']>
export type StoredState = Pick<Row, 'kind' | 'id' | 'slug' | 'published' | 'hash'>

/** States of all stored items and pages, without their content. */
export const readStoredStates = (db: Reader): Promise<StoredState[]> =>
  db.selectFrom('content_source').select(['kind', 'id', 'slug', 'published', 'hash']).execute()

/** Staff edits by item or page. */
export async function readStoredEdits(db: Reader): Promise<(SourceKey & { edits: Edit[] })[]> {
  const rows = await db
    .selectFrom('content_source')
    .select(['kind', 'id', 'slug', 'edits'])
    .where('edits', '<>', sql.lit('[]'))
    .orderBy('kind')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, edits: readJson(row.edits) }))
}

export interface StoredSource extends SourceKey {
  /** Whether it is visible. */
  published: boolean
  data: unknown
  /** Stored name of each media file by its path in the folder. */
  media: Record<string, string>
  edits: Edit[]
}

const selectStored = (db: Reader) =>
  db
    .selectFrom('content_source')
    .select(['kind', 'id', 'slug', 'published', 'data', 'media', 'edits'])

const parseStored = (row: Omit<Row, 'visibility' | 'hash'>): StoredSource => ({
  ...row,
  published: row.published === 1,
  data: JSON.parse(row.data),
  media: readJson(row.media),
  edits: readJson(row.edits),
})

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
  if (row) return parseStored(row)
  return typeof key === 'string' && /^\d+$/.test(key) ? findStored(db, kind, Number(key)) : null
}

/** All stored items and pages. */
export const readAllStored = async (db: Reader): Promise<StoredSource[]> =>
  (await selectStored(db).execute()).map(parseStored)

/** Time of the next scheduled change after a time (both epoch ms); null if there is none. */
export async function findNextMoment(db: Reader, after: number): Promise<number | null> {
  const { next } = await db
    .selectFrom('content_moment')
    .select(({ fn }) => fn.min<number | null>('at').as('next'))
    .where('at', '>', after)
    .executeTakeFirstOrThrow()
  return next
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
  return (await scheduled.execute()).map(parseStored)
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
  return (await referencing.execute()).map(parseStored)
}

const selectMedia = (db: Reader) =>
  db
    .selectFrom('media')
    .select(['name', 'source', 'mime', 'width', 'height', 'duration_s', 'bytes'])

/** Finds a media file of an earlier import by its path and stamp. */
export const findImportedMedia = (db: Reader, path: string, stamp: string) =>
  selectMedia(db)
    .where('name', 'in', ({ selectFrom }) =>
      selectFrom('media_source').select('name').where('path', '=', path).where('stamp', '=', stamp),
    )
    .executeTakeFirst()

/** The file that was imported last from a source path. Identical files share a row with one of their paths. */
async function readNewestMedia(db: Reader, source: string): Promise<MediaFile | undefined> {
  const path = join((await readSetting(db, 'content_origin')) ?? '', 'media', source)
  const files = selectMedia(db)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('source', '=', source),
        eb('name', 'in', selectFrom('media_source').select('name').where('path', '=', path)),
      ]),
    )
    .orderBy('imported_at', 'desc')
  return files.orderBy('name').limit(1).executeTakeFirst()
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
      : selectMedia(db).where('name', '=', name).executeTakeFirst())
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

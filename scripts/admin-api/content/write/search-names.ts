import { sql } from 'kysely'
import type { SearchKind } from '#api/search.ts'
import { readJson, type Json } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import type { Local, Tables } from '../../db/tables.ts'
import { toDocumentId } from '../../modules/search/document-id.ts'

// Names from related tables by which items can be found, such as genres and teachers.

interface RelatedName {
  id: number
  /** In each language. */
  names: string[]
}
/** Reads the related names of one item, or of all items of a kind. */
type ReadNames = (db: Reader, id: number | null) => Promise<RelatedName[]>

/** Names of the genre, discipline or category of items, the column `<group>_id` of their table. */
const readGroups =
  (table: keyof Tables, group: keyof Tables): ReadNames =>
  async (db, id) => {
    const { rows } = await sql<{ id: number; name: Json<Local> }>`
      SELECT item.id, named.name FROM ${sql.table(table)} AS item
      JOIN ${sql.table(group)} AS named ON named.id = item.${sql.ref(`${group}_id`)}
      ${id === null ? sql`` : sql`WHERE item.id = ${id}`}`.execute(db)
    return rows.map(({ id: itemId, name }) => ({
      id: itemId,
      names: Object.values(readJson(name)),
    }))
  }

const readTeachers: ReadNames = async (db, id) => {
  const rows = await db
    .selectFrom('course_teacher')
    .innerJoin('content_text', 'content_text.item_id', 'course_teacher.artist_id')
    .select(['course_teacher.course_id', 'content_text.title'])
    .where('content_text.kind', '=', 'artist')
    .where('content_text.published', '=', 1)
    .$call((all) => (id === null ? all : all.where('course_teacher.course_id', '=', id)))
    .orderBy('course_teacher.position')
    .orderBy('content_text.lang', 'desc')
    .execute()
  return rows.map(({ course_id, title }) => ({ id: course_id, names: [title] }))
}

/** Sources of related names; other kinds have none. */
const RELATED = {
  performance: [readGroups('performance', 'genre')],
  artist: [readGroups('artist', 'discipline')],
  course: [readGroups('course', 'category'), readTeachers],
} as const satisfies Partial<Record<SearchKind, readonly ReadNames[]>>

const hasRelated = (kind: SearchKind): kind is keyof typeof RELATED => kind in RELATED

async function readRelated(db: Reader, kind: SearchKind, id: number | null) {
  const names: RelatedName[] = []
  if (hasRelated(kind)) for (const read of RELATED[kind]) names.push(...(await read(db, id)))
  return names
}

/** The related names of one item. */
export async function listItemNames(db: Reader, kind: SearchKind, id: number): Promise<string[]> {
  return (await readRelated(db, kind, id)).flatMap(({ names }) => names)
}

/** The related names of all items, by document id. */
export async function listRelatedNames(db: Reader): Promise<Map<number, string[]>> {
  const byDocument = new Map<number, string[]>()
  for (const kind of ['performance', 'artist', 'course'] as const) {
    for (const { id, names } of await readRelated(db, kind, null)) {
      const document = toDocumentId(kind, id)
      byDocument.set(document, [...(byDocument.get(document) ?? []), ...names])
    }
  }
  return byDocument
}

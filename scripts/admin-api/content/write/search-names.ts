import { sql } from 'kysely'
import { readJson, type Json } from '../../db/json.ts'
import type { Reader } from '../../db/open.ts'
import type { Local } from '../../db/tables.ts'
import type { TextKind } from '../../db/texts.ts'

// Names from related tables by which items can be found, such as genres and teachers.

interface RelatedName {
  /** The id of the item. */
  id: number
  name: string
}

/** The table with the groups of items, by kind of item. */
const GROUPS = { performance: 'genre', artist: 'discipline', course: 'category' } as const
type GroupedKind = keyof typeof GROUPS

const isGrouped = (kind: TextKind): kind is GroupedKind => kind in GROUPS

/** Names of the genre, discipline or category of items, in each language. */
async function readGroups(
  db: Reader,
  kind: GroupedKind,
  ids: readonly number[],
): Promise<RelatedName[]> {
  const group = GROUPS[kind]
  const { rows } = await sql<{ id: number; name: Json<Local> }>`
    SELECT item.id, named.name FROM ${sql.table(kind)} AS item
    JOIN ${sql.table(group)} AS named ON named.id = item.${sql.ref(`${group}_id`)}
    WHERE item.id IN (${sql.join(ids)})`.execute(db)
  return rows.flatMap(({ id, name }) =>
    Object.values(readJson(name)).map((text) => ({ id, name: text })),
  )
}

const readTeachers = (db: Reader, courseIds: readonly number[]): Promise<RelatedName[]> =>
  db
    .selectFrom('course_teacher')
    .innerJoin('content_text', 'content_text.item_id', 'course_teacher.artist_id')
    .select(['course_teacher.course_id as id', 'content_text.title as name'])
    .where('content_text.kind', '=', 'artist')
    .where('content_text.published', '=', 1)
    .where('course_teacher.course_id', 'in', courseIds)
    .orderBy('course_teacher.position')
    .orderBy('content_text.lang', 'desc')
    .execute()

/** The related names of items by their ids. */
export async function readRelatedNames(
  db: Reader,
  kind: TextKind,
  ids: readonly number[],
): Promise<Map<number, RelatedName[]>> {
  const names = isGrouped(kind) ? await readGroups(db, kind, ids) : []
  if (kind === 'course') names.push(...(await readTeachers(db, ids)))
  return Map.groupBy(names, ({ id }) => id)
}

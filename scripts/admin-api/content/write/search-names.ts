import * as v from 'valibot'
import { SEARCH_KINDS } from '#api/search.ts'
import type { SearchKind } from '#api/search.ts'
import type { Database } from '../../db/open.ts'
import { toDocumentId } from '../../modules/search/document-id.ts'

// Names that stand in other tables than the texts of an item: by these it is looked for, too.

const RELATED = `
  SELECT 'performance' AS kind, performance.id, genre.name
    FROM performance JOIN genre ON genre.id = genre_id
  UNION ALL SELECT 'artist', artist.id, discipline.name
    FROM artist JOIN discipline ON discipline.id = discipline_id
  UNION ALL SELECT 'course', course.id, category.name
    FROM course JOIN category ON category.id = category_id
  UNION ALL SELECT 'course', course_id, json_array(title)
    FROM course_teacher
    JOIN content_text ON content_text.kind = 'artist' AND item_id = artist_id AND published = 1`

const RowsSchema = v.array(
  v.object({
    kind: v.picklist(SEARCH_KINDS),
    id: v.number(),
    name: v.pipe(
      v.string(),
      v.parseJson(),
      v.union([v.record(v.string(), v.string()), v.array(v.string())]),
    ),
  }),
)

/** The same of one item. */
export function listNamesOf(db: Database, kind: SearchKind, id: number): string[] {
  const sql = `SELECT kind, id, name FROM (${RELATED}) WHERE kind = ? AND id = ?`
  return v.parse(RowsSchema, db.prepare(sql).all(kind, id)).flatMap(({ name }) => {
    return Object.values(name)
  })
}

/** Genres, disciplines, categories and teachers in each language, by the number of the document. */
export function listRelatedNames(db: Database): Map<number, string[]> {
  const names = new Map<number, string[]>()
  for (const { kind, id, name } of v.parse(RowsSchema, db.prepare(RELATED).all())) {
    const document = toDocumentId(kind, id)
    names.set(document, [...(names.get(document) ?? []), ...Object.values(name)])
  }
  return names
}

import type { SearchKind } from '#api/search.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'
import { buildMatch, normalizeText } from './segment.ts'

export interface Find {
  kind: SearchKind
  id: number
}
interface FoundRow extends Find {
  in_title: 0 | 1
  rank: number
}

/** News whose time has not come is indexed already but not found. */
const isOut = (now: number) => sql`
  NOT (
    doc.kind LIKE '%_news' AND EXISTS (
      SELECT 1 FROM news
      WHERE news.kind = replace(doc.kind, '_news', '') AND news.id = doc.item_id
        AND news.published_at > ${now}
    )
  )`

async function findByWords({ query }: Database, text: string, match: string, now: number) {
  const { rows } = await sql<FoundRow>`
    SELECT doc.kind, doc.item_id AS id, instr(doc.title, ${text}) > 0 AS in_title,
           bm25(search_index, 10, 3, 1) AS rank
    FROM search_index JOIN search_doc AS doc ON doc.id = search_index.rowid
    WHERE search_index MATCH ${match} AND ${isOut(now)}`.execute(query)
  return rows
}

/** Looks into titles letter by letter: for parts of words and for signs, which are no words. */
async function findByLetters({ query }: Database, text: string, now: number) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { rows } = await sql<FoundRow>`
    SELECT doc.kind, doc.item_id AS id, 1 AS in_title, length(doc.title) AS rank
    FROM search_doc AS doc
    WHERE doc.title LIKE ${pattern} ESCAPE '\\' AND ${isOut(now)}`.execute(query)
  return rows
}

/** Titles that hold the query come first; within, the better rank (the lower number). */
const compare = (one: FoundRow, other: FoundRow) =>
  other.in_title - one.in_title || one.rank - other.rank || one.id - other.id

/** Every item that a query finds in either language, each once, the best first. */
export async function findItems(db: Database, query: string, now: number): Promise<Find[]> {
  const text = normalizeText(query)
  const match = buildMatch(query)
  const byWords = match === null ? [] : await findByWords(db, text, match, now)
  const rows = byWords.length > 0 ? byWords : await findByLetters(db, text, now)
  const best = new Map<string, FoundRow>()
  for (const row of rows.toSorted(compare)) {
    const key = `${row.kind} ${row.id}`
    if (!best.has(key)) best.set(key, row)
  }
  return [...best.values()].map(({ kind, id }) => ({ kind, id }))
}

import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { SEARCH_KINDS } from '#api/search.ts'
import type { SearchKind } from '#api/search.ts'
import type { Database } from '../../db/open.ts'
import { readDocumentId } from './document-id.ts'
import { matchSound, matchTexts, matchTitles } from './match.ts'
import { readQuery, splitRuns } from './segment.ts'
import type { Query, Term } from './segment.ts'
import { listSyllables } from './sound.ts'
import { correctTerms } from './typos.ts'

export interface Find {
  kind: SearchKind
  id: number
}
export interface Finds {
  finds: Find[]
  /** What was looked for in the end: the query, or what it was taken for. */
  terms: readonly Term[]
}
interface Row {
  document: number
  /** Where the query was found, 0 the best: see the tables of `search*` below. */
  score: number
}

/** Titles (0 all of it, 1 its beginning, 2 within), then names of people and genres. */
const searchTitles = (match: string, text: string) => sql<Row>`
  SELECT doc.id AS document,
         CASE WHEN instr(doc.title, ${`\n${text}\n`}) > 0 THEN 0
              WHEN instr(doc.title, ${`\n${text}`}) > 0 THEN 1
              ELSE 2 END + length(doc.title) / 100000.0 AS score
  FROM search_title JOIN search_doc AS doc ON doc.id = search_title.rowid
  WHERE search_title MATCH ${`{title} : (${match})`}
  UNION ALL
  SELECT rowid, 4 FROM search_title WHERE search_title MATCH ${match}`

/** Titles by their sound (0.5 all of it, 1.5 its beginning, 3 within), then names. */
const searchSound = (match: string, spoken: string) => sql<Row>`
  SELECT doc.id AS document,
         CASE WHEN instr(doc.sound, ${`\n${spoken}\n`}) > 0 THEN 0.5
              WHEN instr(doc.sound, ${`\n${spoken}`}) > 0 THEN 1.5
              ELSE 3 END + length(doc.title) / 100000.0 AS score
  FROM search_sound JOIN search_doc AS doc ON doc.id = search_sound.rowid
  WHERE search_sound MATCH ${`{pinyin initials} : (${match})`}
  UNION ALL
  SELECT rowid, 5 FROM search_sound WHERE search_sound MATCH ${match}`

/** Summaries and the like, then the body; rank is negative, the lower the better. */
const searchTexts = (match: string) => sql<Row>`
  SELECT rowid AS document, 6 AS score FROM search_text WHERE search_text MATCH ${`{lead} : (${match})`}
  UNION ALL
  SELECT rowid, 7 FROM search_text WHERE search_text MATCH ${match}`

async function run({ query }: Database, parts: RawBuilder<Row>[]): Promise<Row[]> {
  if (parts.length === 0) return []
  const all = sql.join(parts, sql` UNION ALL `)
  const { rows } = await sql<Row>`
    SELECT document, min(score) AS score FROM (${all}) GROUP BY document`.execute(query)
  return rows
}

function searchTerms(db: Database, terms: readonly Term[], text: string, sound: string[]) {
  const titles = matchTitles(terms)
  const texts = matchTexts(terms)
  const spoken = matchSound(sound)
  return run(db, [
    ...(titles === null ? [] : [searchTitles(titles, text)]),
    ...(spoken === null ? [] : [searchSound(spoken, sound.join(''))]),
    ...(texts === null ? [] : [searchTexts(texts)]),
  ])
}

/** Looks into titles letter by letter: for parts of words and for signs, which are no words. */
function searchLetters(db: Database, text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return run(db, [
    sql<Row>`SELECT id AS document, 2 + length(title) / 100000.0 AS score
             FROM search_doc WHERE title LIKE ${pattern} ESCAPE '\\'`,
  ])
}

const isWord = (term: Term) => term.type === 'beginning'

/** What a query can mean, the most exact first; the first meaning that finds anything counts. */
async function searchMeanings(db: Database, { text, terms }: Query) {
  // Parts of mixed writing (茶guan) are joined by their sound.
  const sound = terms.every(isWord)
    ? terms.flatMap((term) => (term.type === 'beginning' ? [term.text] : []))
    : terms.some(isWord)
      ? [listMixed(terms)]
      : []
  const exact = await searchTerms(db, terms, text, sound)
  if (exact.length > 0 || text === '') return { rows: exact, terms }

  const inside = await searchLetters(db, text)
  if (inside.length > 0) return { rows: inside, terms: [{ type: 'run' as const, text }] }

  for (const other of [splitRuns(terms), await correctTerms(db, terms)]) {
    const rows = other === null ? [] : await searchTerms(db, other, text, [])
    if (other !== null && rows.length > 0) return { rows, terms: other }
  }
  // The wrong character of the same sound: input methods offer it first.
  const alike = terms.some(isWord) ? '' : listMixed(terms)
  const rows = [...text].length > 1 ? await searchTerms(db, [], text, [alike]) : []
  return { rows, terms: [] }
}

const listMixed = (terms: readonly Term[]) =>
  terms
    .map((term) => {
      if (term.type === 'words') return term.texts.join('')
      return term.type === 'run' ? listSyllables(term.text).join('') : term.text
    })
    .join('')

const rankOf = (kind: SearchKind) => SEARCH_KINDS.indexOf(kind)

/** Every item that a query finds in either language, each once, the best first. */
export async function findItems(db: Database, given: string): Promise<Finds> {
  const { rows, terms } = await searchMeanings(db, readQuery(given))
  const finds = rows
    .map(({ document, score }) => ({ ...readDocumentId(document), score }))
    .toSorted(
      (one, other) =>
        Math.floor(one.score * 2) - Math.floor(other.score * 2) ||
        rankOf(one.kind) - rankOf(other.kind) ||
        one.score - other.score ||
        one.id - other.id,
    )
    .map(({ kind, id }) => ({ kind, id }))
  return { finds, terms }
}

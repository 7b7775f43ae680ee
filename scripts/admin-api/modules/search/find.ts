import { sql } from 'kysely'
import type { Locale } from '#api/language.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import type { RawBuilder } from 'kysely'
import { SEARCH_KINDS } from '#api/search.ts'
import type { SearchKind } from '#api/search.ts'
import type { Reader } from '../../db/open.ts'
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
  /** Where the query was found, lower is better: `SCORES`. */
  score: number
}

/** Ranks by where a query is found: whole words before beginnings, beginnings before parts. */
const SCORES = {
  title: { all: 0, firstWord: 3, beginning: 4, word: 5, within: 6, names: 10 },
  lead: 12,
  body: 13,
}
/** Whoever reads Chinese and types letters means pinyin first, a title in English second. */
const SOUND_SCORES = {
  han: { all: 1, beginning: 2, within: 7, names: 11 },
  latin: { all: 1, beginning: 7, within: 8, names: 11 },
}
type SoundScores = (typeof SOUND_SCORES)['han' | 'latin']

/** Titles, then names of people and genres. Shorter titles come first among equals. */
const searchTitles = (match: string, text: string) => sql<Row>`
  SELECT doc.id AS document,
         CASE WHEN instr(doc.title, ${`\n${text}\n`}) > 0 THEN ${SCORES.title.all}
              WHEN instr(doc.title, ${`\n${text} `}) > 0 THEN ${SCORES.title.firstWord}
              WHEN instr(doc.title, ${`\n${text}`}) > 0 THEN ${SCORES.title.beginning}
              WHEN instr(doc.title, ${` ${text} `}) > 0
                OR instr(doc.title, ${` ${text}\n`}) > 0 THEN ${SCORES.title.word}
              ELSE ${SCORES.title.within} END + length(doc.title) / 100000.0 AS score
  FROM search_title JOIN search_doc AS doc ON doc.id = search_title.rowid
  WHERE search_title MATCH ${`{title} : (${match})`}
  UNION ALL
  SELECT rowid, ${SCORES.title.names} FROM search_title WHERE search_title MATCH ${match}`

/** Titles by their sound, then names. */
const searchSound = (match: string, spoken: string, scores: SoundScores) => sql<Row>`
  SELECT doc.id AS document,
         CASE WHEN instr(doc.sound, ${`\n${spoken}\n`}) > 0 THEN ${scores.all}
              WHEN instr(doc.sound, ${`\n${spoken}`}) > 0 THEN ${scores.beginning}
              ELSE ${scores.within} END + length(doc.title) / 100000.0 AS score
  FROM search_sound JOIN search_doc AS doc ON doc.id = search_sound.rowid
  WHERE search_sound MATCH ${`{pinyin initials} : (${match})`}
  UNION ALL
  SELECT rowid, ${scores.names} FROM search_sound WHERE search_sound MATCH ${match}`

/** Summaries and the like, then the body. */
const searchTexts = (match: string) => sql<Row>`
  SELECT rowid AS document, ${SCORES.lead} AS score FROM search_text
  WHERE search_text MATCH ${`{lead} : (${match})`}
  UNION ALL
  SELECT rowid, ${SCORES.body} FROM search_text WHERE search_text MATCH ${match}`

async function run(db: Reader, parts: RawBuilder<Row>[]): Promise<Row[]> {
  if (parts.length === 0) return []
  const all = sql.join(parts, sql` UNION ALL `)
  const { rows } = await sql<Row>`
    SELECT document, min(score) AS score FROM (${all}) GROUP BY document`.execute(db)
  return rows
}

interface Meaning {
  terms: readonly Term[]
  text: string
  sound: readonly string[]
  lang: Locale
}

function searchTerms(db: Reader, { terms, text, sound, lang }: Meaning) {
  const scores = SOUND_SCORES[LOCALE_TRAITS[lang].script]
  const titles = matchTitles(terms)
  const texts = matchTexts(terms)
  const spoken = matchSound(sound)
  return run(db, [
    ...(titles === null ? [] : [searchTitles(titles, text)]),
    ...(spoken === null ? [] : [searchSound(spoken, sound.join(''), scores)]),
    ...(texts === null ? [] : [searchTexts(texts)]),
  ])
}

/** Looks into titles letter by letter: for parts of words and for signs, which are no words. */
function searchLetters(db: Reader, text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return run(db, [
    sql<Row>`SELECT id AS document, ${SCORES.title.within} + length(title) / 100000.0 AS score
             FROM search_doc WHERE title LIKE ${pattern} ESCAPE '\\'`,
  ])
}

const isWord = (term: Term) => term.type === 'beginning'

/** What a query can mean, the most exact first; the first meaning that finds anything counts. */
async function searchMeanings(db: Reader, { text, terms }: Query, lang: Locale) {
  // Parts of mixed writing (茶guan) are joined by their sound.
  const sound = terms.every(isWord)
    ? terms.flatMap((term) => (term.type === 'beginning' ? [term.text] : []))
    : terms.some(isWord)
      ? [listMixed(terms)]
      : []
  const exact = await searchTerms(db, { terms, text, sound, lang })
  if (exact.length > 0 || text === '') return { rows: exact, terms }

  const inside = await searchLetters(db, text)
  if (inside.length > 0) return { rows: inside, terms: [{ type: 'run' as const, text }] }

  for (const other of [splitRuns(terms), await correctTerms(db, terms)]) {
    const rows =
      other === null ? [] : await searchTerms(db, { terms: other, text, sound: [], lang })
    if (other !== null && rows.length > 0) return { rows, terms: other }
  }
  // The wrong character of the same sound: input methods offer it first.
  const alike = terms.some(isWord) ? '' : listMixed(terms)
  const rows =
    [...text].length > 1 ? await searchTerms(db, { terms: [], text, sound: [alike], lang }) : []
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
export async function findItems(db: Reader, given: string, lang: Locale): Promise<Finds> {
  const { rows, terms } = await searchMeanings(db, readQuery(given), lang)
  const finds = rows
    .map(({ document, score }) => ({ ...readDocumentId(document), score }))
    .toSorted(
      (one, other) =>
        Math.floor(one.score) - Math.floor(other.score) ||
        rankOf(one.kind) - rankOf(other.kind) ||
        one.score - other.score ||
        one.id - other.id,
    )
    .map(({ kind, id }) => ({ kind, id }))
  return { finds, terms }
}

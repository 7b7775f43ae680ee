import { sql } from 'kysely'
import type { Locale } from '#api/language.ts'
import { containsText } from '../../../lib/db/contains-text.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { SEARCH_KINDS } from '#api/search-kinds.ts'
import type { SearchKind } from '#api/search.ts'
import type { Reader } from '../../db/open.ts'
import { readDocumentId } from './document-id.ts'
import {
  hasRuns,
  listLongRuns,
  matchPinyin,
  matchTexts,
  matchTitles,
  selectMatching,
} from './match.ts'
import {
  scorePinyin,
  scoreTitle,
  scoreWithin,
  SCORES,
  PINYIN_SCORES,
  type PinyinScores,
} from './score.ts'
import { readQuery, splitRuns, type Query, type Term } from './segment.ts'
import { listSyllables } from './pinyin.ts'
import { LEVELS } from './tokens.ts'
import { correctTerms } from './typos.ts'

/** An item that matches a query. */
export interface SearchMatch {
  kind: SearchKind
  id: number
}
interface Row {
  document: number
  /** Rank by the place of the match, lower is better: `SCORES`. */
  score: number
}

/** Matches in titles and in names of people and genres. */
async function searchTitles(db: Reader, terms: readonly Term[], text: string): Promise<Row[]> {
  const matches = matchTitles(terms)
  if (matches === null) return []
  const runs = listLongRuns(terms)
  const rows = await db
    .selectFrom(selectMatching(db, 'title', matches).as('found'))
    .innerJoin('search_doc', 'search_doc.id', 'found.document')
    .select(['found.document', 'found.level', 'search_doc.title'])
    .$if(runs.length > 0, (found) => found.where(hasRuns(runs, ['title', 'names'])))
    .execute()
  return rows.map(({ document, level, title }) => {
    const isTitle = level === LEVELS.title && runs.every((run) => title.includes(run))
    return { document, score: isTitle ? scoreTitle(title, text) : SCORES.title.names }
  })
}

/** Matches by pinyin in titles and names. */
async function searchPinyin(
  db: Reader,
  words: readonly string[],
  scores: PinyinScores,
): Promise<Row[]> {
  const alternatives = matchPinyin(words)
  if (alternatives === null) return []
  const rows: Row[] = []
  for (const matches of alternatives) {
    const documents = await db
      .selectFrom(selectMatching(db, 'sound', matches).as('found'))
      .innerJoin('search_doc', 'search_doc.id', 'found.document')
      .select(['found.document', 'found.level', 'search_doc.title', 'search_doc.sound'])
      .execute()
    for (const { document, level, ...texts } of documents) {
      const isTitle = level === LEVELS.title
      const score = isTitle ? scorePinyin(texts, words.join(''), scores) : scores.names
      rows.push({ document, score })
    }
  }
  return rows
}

/** Matches in summaries and similar short texts, and in the body. */
async function searchTexts(db: Reader, terms: readonly Term[]): Promise<Row[]> {
  const matches = matchTexts(terms)
  if (matches === null) return []
  const matching = selectMatching(db, 'text', matches)
  const runs = listLongRuns(terms)
  const rows = await (runs.length === 0 ? matching : selectWithRuns(db, matching, runs)).execute()
  return rows.map(({ document, level }) => {
    return { document, score: level === LEVELS.body ? SCORES.body : SCORES.lead }
  })
}

/** Matching documents that contain the runs as contiguous text, with the level where they do. */
const selectWithRuns = (
  db: Reader,
  matching: ReturnType<typeof selectMatching>,
  runs: readonly string[],
) =>
  db
    .selectFrom(matching.as('found'))
    .innerJoin('search_doc', 'search_doc.id', 'found.document')
    .where(hasRuns(runs, ['title', 'names', 'lead', 'body']))
    .select('found.document')
    .select((doc) =>
      doc
        .case()
        .when(hasRuns(runs, ['title', 'names', 'lead']))
        .then(doc.ref('found.level'))
        .else(doc.lit(LEVELS.body))
        .end()
        .as('level'),
    )

/** Merges rows of the same document; keeps the best score. */
function mergeRows(...lists: readonly Row[][]): Row[] {
  const best = new Map<number, number>()
  for (const list of lists) {
    for (const { document, score } of list) {
      const previous = best.get(document)
      if (previous === undefined || score < previous) best.set(document, score)
    }
  }
  return [...best].map(([document, score]) => ({ document, score }))
}

interface Interpretation {
  terms: readonly Term[]
  text: string
  /** The query in pinyin; empty if it has none. */
  pinyin: readonly string[]
  lang: Locale
}

async function searchTerms(
  db: Reader,
  { terms, text, pinyin, lang }: Interpretation,
): Promise<Row[]> {
  const scores = PINYIN_SCORES[LOCALE_TRAITS[lang].script]
  return mergeRows(
    ...(await Promise.all([
      searchTitles(db, terms, text),
      searchPinyin(db, pinyin, scores),
      searchTexts(db, terms),
    ])),
  )
}

/** Substring matches in titles: parts of words, words without spaces, and punctuation, which has no tokens. */
async function searchSubstring(db: Reader, text: string): Promise<Row[]> {
  const rows = await db
    .selectFrom('search_doc')
    .select(['id as document', 'title'])
    .where(({ or }) =>
      or([containsText('title', text), containsText(sql`replace(title, ' ', '')`, text)]),
    )
    .execute()
  return rows.map(({ document, title }) => ({ document, score: scoreWithin(title) }))
}

/** Matches in titles of words that the query separates: "tea house" matches "Teahouse". */
async function searchJoined(db: Reader, words: readonly string[]) {
  if (words.length < 2) return { rows: [], terms: [] }
  const text = words.join('')
  const joined: Term[] = [{ type: 'beginning', text }]
  const rows = await searchTitles(db, joined, text)
  return { rows, terms: rows.length > 0 ? joined : [] }
}

/** Tries interpretations of a query, most exact first; returns the matches of the first that has any. */
async function searchInterpretations(db: Reader, { text, terms }: Query, lang: Locale) {
  const words = terms.flatMap((term) => (term.type === 'beginning' ? [term.text] : []))
  const hasOnlyWords = words.length === terms.length
  // A query of mixed scripts (茶guan) is joined to one pinyin text.
  const pinyin = hasOnlyWords || words.length === 0 ? words : [toPinyin(terms)]
  const separate = await searchTerms(db, { terms, text, pinyin, lang })
  const joined = await searchJoined(db, hasOnlyWords ? words : [])
  const exact = mergeRows(separate, joined.rows)
  if (exact.length > 0 || text === '') return { rows: exact, terms: [...terms, ...joined.terms] }

  const substring = await searchSubstring(db, text)
  if (substring.length > 0) return { rows: substring, terms: [{ type: 'run' as const, text }] }

  for (const alternative of [splitRuns(terms), await correctTerms(db, terms)]) {
    if (alternative === null) continue
    const rows = await searchTerms(db, { terms: alternative, text, pinyin: [], lang })
    if (rows.length > 0) return { rows, terms: alternative }
  }
  // Homophones: input methods often insert the wrong character of the same pinyin.
  const homophones = words.length > 0 ? '' : toPinyin(terms)
  const rows =
    [...text].length > 1
      ? await searchTerms(db, { terms: [], text, pinyin: [homophones], lang })
      : []
  return { rows, terms: [] }
}

const toPinyin = (terms: readonly Term[]) =>
  terms
    .map((term) => {
      if (term.type === 'words') return term.texts.join('')
      return term.type === 'run' ? listSyllables(term.text).join('') : term.text
    })
    .join('')

const getRank = (kind: SearchKind) => SEARCH_KINDS.indexOf(kind)

/**
 * All items that match a query in either language, best first.
 * @param input the query as typed
 * @param lang language of the reader, which affects the ranking
 * @returns the matches, and the terms that matched: of the query, or of its correction
 */
export async function findItems(db: Reader, input: string, lang: Locale) {
  const { rows, terms } = await searchInterpretations(db, readQuery(input), lang)
  const matches = rows
    .map(({ document, score }) => ({ ...readDocumentId(document), score }))
    .toSorted(
      (a, b) =>
        Math.floor(a.score) - Math.floor(b.score) ||
        getRank(a.kind) - getRank(b.kind) ||
        a.score - b.score ||
        a.id - b.id,
    )
    .map(({ kind, id }): SearchMatch => ({ kind, id }))
  return { matches, terms }
}

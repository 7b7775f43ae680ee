import type { Locale } from '#api/language.ts'
import { containsText } from '../../../lib/db/contains-text.ts'
import { LOCALE_TRAITS } from '#i18n/locales.ts'
import { SEARCH_KINDS } from '#api/search.ts'
import type { SearchKind } from '#api/search.ts'
import type { Reader } from '../../db/open.ts'
import { readDocumentId } from './document-id.ts'
import {
  hasRuns,
  listLongRuns,
  matchSound,
  matchTexts,
  matchTitles,
  selectMatching,
} from './match.ts'
import {
  scoreSound,
  scoreTitle,
  scoreWithin,
  SCORES,
  SOUND_SCORES,
  type SoundScores,
} from './score.ts'
import { readQuery, splitRuns } from './segment.ts'
import type { Query, Term } from './segment.ts'
import { listSyllables } from './sound.ts'
import { LEVELS } from './tokens.ts'
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

/** Titles, then names of people and genres. */
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

/** Titles by their sound, then names. */
async function searchSound(
  db: Reader,
  spoken: readonly string[],
  scores: SoundScores,
): Promise<Row[]> {
  const ways = matchSound(spoken)
  if (ways === null) return []
  const rows: Row[] = []
  for (const matches of ways) {
    const found = await db
      .selectFrom(selectMatching(db, 'sound', matches).as('found'))
      .innerJoin('search_doc', 'search_doc.id', 'found.document')
      .select(['found.document', 'found.level', 'search_doc.title', 'search_doc.sound'])
      .execute()
    for (const { document, level, ...texts } of found) {
      const isTitle = level === LEVELS.title
      const score = isTitle ? scoreSound(texts, spoken.join(''), scores) : scores.names
      rows.push({ document, score })
    }
  }
  return rows
}

/** Summaries and the like, then the body. */
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

/** Of matching documents those whose characters stand side by side, at the level where they do. */
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

/** Every document once, with its best score. */
function mergeRows(...lists: readonly Row[][]): Row[] {
  const best = new Map<number, number>()
  for (const list of lists) {
    for (const { document, score } of list) {
      const known = best.get(document)
      if (known === undefined || score < known) best.set(document, score)
    }
  }
  return [...best].map(([document, score]) => ({ document, score }))
}

interface Meaning {
  terms: readonly Term[]
  text: string
  sound: readonly string[]
  lang: Locale
}

async function searchTerms(db: Reader, { terms, text, sound, lang }: Meaning): Promise<Row[]> {
  const scores = SOUND_SCORES[LOCALE_TRAITS[lang].script]
  return mergeRows(
    ...(await Promise.all([
      searchTitles(db, terms, text),
      searchSound(db, sound, scores),
      searchTexts(db, terms),
    ])),
  )
}

/** Looks into titles letter by letter: for parts of words and for signs, which are no words. */
async function searchLetters(db: Reader, text: string): Promise<Row[]> {
  const rows = await db
    .selectFrom('search_doc')
    .select(['id as document', 'title'])
    .where(containsText('title', text))
    .execute()
  return rows.map(({ document, title }) => ({ document, score: scoreWithin(title) }))
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

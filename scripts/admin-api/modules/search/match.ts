import { expressionBuilder, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { containsText } from '../../../lib/db/contains-text.ts'
import type { Reader } from '../../db/open.ts'
import type { SearchPart, Tables } from '../../db/tables.ts'
import { listBigrams, type Term } from './segment.ts'
import { INITIALS } from './tokens.ts'

// Queries of the search index. A document gets the worst level of its matched terms: only a document with
// all terms in its title is at the level of titles.

/** The greatest code point, as upper bound of texts with a prefix. */
const LAST = '\u{10ffff}'

const countCharacters = (text: string) => [...text].length

/** A condition on the tokens of a document: it has one of the tokens, or one with the prefix. */
export type TokenMatch =
  | { kind: 'one_of'; tokens: readonly string[] }
  | { kind: 'prefix'; text: string }

const oneOf = (...tokens: string[]): TokenMatch => ({ kind: 'one_of', tokens })
const prefix = (text: string): TokenMatch => ({ kind: 'prefix', text })

const never = (): boolean => false

/** The index tokens that a term must match; a run of Chinese matches by its bigrams. */
function matchTerm(term: Term, isWhole: (term: Term) => boolean): TokenMatch[] {
  if (term.type === 'words') return [oneOf(...term.texts)]
  if (term.type === 'beginning') return [isWhole(term) ? oneOf(term.text) : prefix(term.text)]
  const bigrams = listBigrams(term.text)
  return bigrams.length > 0 ? bigrams.map((bigram) => oneOf(bigram)) : [oneOf(term.text)]
}

/** Conditions for titles and names: all terms must match. Null for an empty query. */
export const matchTitles = (terms: readonly Term[]): TokenMatch[] | null =>
  terms.length > 0 ? terms.flatMap((term) => matchTerm(term, never)) : null

const MIN_PREFIX = 4
/** In long texts short words match as whole words only: nearly any three letters begin some word there. */
export const isWholeInTexts = (term: Term): boolean =>
  term.type === 'beginning' && countCharacters(term.text) < MIN_PREFIX

/**
 * Conditions for long texts: all terms must match. Null when a term is a single character, which would
 * match nearly every text at a high cost.
 */
export function matchTexts(terms: readonly Term[]): TokenMatch[] | null {
  const isSelective = terms.every(
    (term) => term.type === 'words' || countCharacters(term.text) >= 2,
  )
  return isSelective && terms.length > 0
    ? terms.flatMap((term) => matchTerm(term, isWholeInTexts))
    : null
}

const LETTERS = /^[a-z]+$/

/**
 * Alternative conditions for a match by pinyin: each word, and the joined words or, for a single word, its
 * letters as initials. Null when the query is not in Latin letters or too short.
 */
export function matchPinyin(words: readonly string[]): TokenMatch[][] | null {
  if (words.length === 0 || !words.every((word) => LETTERS.test(word))) return null
  const joined = words.join('')
  if (joined.length < 2) return null
  const alternative = words.length === 1 ? INITIALS + joined : joined
  return [words.map(prefix), [prefix(alternative)]]
}

type TokenBuilder = ExpressionBuilder<Tables, 'search_token'>

const hasToken = (match: TokenMatch) => (token: TokenBuilder) =>
  match.kind === 'one_of'
    ? token('token', 'in', match.tokens)
    : token.and([token('token', '>=', match.text), token('token', '<', match.text + LAST)])

/** Documents that satisfy one condition, with their best level. */
const selectOne = (db: Reader, part: SearchPart, match: TokenMatch) =>
  db
    .selectFrom('search_token')
    .select(({ fn }) => ['document', fn.min<number>('level').as('level')])
    .where('part', '=', part)
    .where(hasToken(match))
    .groupBy('document')

/** Documents that satisfy all conditions, with the worst of their levels. */
export function selectMatching(db: Reader, part: SearchPart, matches: readonly TokenMatch[]) {
  const [first, ...others] = matches.map((match) => selectOne(db, part, match))
  if (!first) throw new Error('a search without tokens matches nothing')
  const union = others.reduce((all, query) => all.unionAll(query), first)
  return db
    .selectFrom(union.as('found'))
    .select(({ fn }) => ['document', fn.max<number>('level').as('level')])
    .groupBy('document')
    .having(({ fn }) => fn.countAll(), '=', matches.length)
}

/** Runs of more than two characters: matching all their bigrams does not imply that they are contiguous. */
export const listLongRuns = (terms: readonly Term[]): string[] =>
  terms.flatMap((term) =>
    term.type === 'run' && countCharacters(term.text) > 2 ? [term.text] : [],
  )

type Column = 'title' | 'names' | 'lead' | 'body'

/** Whether each run is contained in one of the columns of a document. */
export function hasRuns(runs: readonly string[], columns: readonly Column[]): Expression<SqlBool> {
  const { and, or } = expressionBuilder<Tables, 'search_doc'>()
  return and(
    runs.map((run) => or(columns.map((column) => containsText(`search_doc.${column}`, run)))),
  )
}

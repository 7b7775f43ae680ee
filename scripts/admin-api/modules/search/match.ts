import { expressionBuilder, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { containsText } from '../../../lib/db/contains-text.ts'
import type { Reader } from '../../db/open.ts'
import type { SearchPart, Tables } from '../../db/tables.ts'
import { listPairs, type Term } from './segment.ts'
import { INITIALS } from './tokens.ts'

// Queries of the index of search. Each finds documents with the worst level of the places where the terms
// of a query are: a document whose title has all of them is at the level of titles.

/** Sorts after every text that begins with the same letters. */
const LAST = '\u{10ffff}'

const countCharacters = (text: string) => [...text].length

/** The tokens that a document has one of. */
export type TokenMatch =
  { kind: 'one_of'; tokens: readonly string[] } | { kind: 'prefix'; text: string }

const oneOf = (...tokens: string[]): TokenMatch => ({ kind: 'one_of', tokens })
const prefix = (text: string): TokenMatch => ({ kind: 'prefix', text })

const never = (): boolean => false

/** What a term asks of the index; a run of Chinese asks for each of its pairs. */
function matchTerm(term: Term, isWhole: (term: Term) => boolean): TokenMatch[] {
  if (term.type === 'words') return [oneOf(...term.texts)]
  if (term.type === 'beginning') return [isWhole(term) ? oneOf(term.text) : prefix(term.text)]
  const pairs = listPairs(term.text)
  return pairs.length > 0 ? pairs.map((pair) => oneOf(pair)) : [oneOf(term.text)]
}

/** What titles and names have to hold: all of the query. Null when there is nothing to look up. */
export const matchTitles = (terms: readonly Term[]): TokenMatch[] | null =>
  terms.length > 0 ? terms.flatMap((term) => matchTerm(term, never)) : null

const MIN_PREFIX = 4
/** Long texts hold a word that begins with nearly any three letters: there short words count whole. */
export const isWholeInTexts = (term: Term): boolean =>
  term.type === 'beginning' && countCharacters(term.text) < MIN_PREFIX

/**
 * What a text has to hold. Null when the query has a lone letter or character: every text has it,
 * which helps nobody and costs much.
 */
export function matchTexts(terms: readonly Term[]): TokenMatch[] | null {
  const isFit = terms.every((term) => term.type === 'words' || countCharacters(term.text) >= 2)
  return isFit && terms.length > 0 ? terms.flatMap((term) => matchTerm(term, isWholeInTexts)) : null
}

const LETTERS = /^[a-z]+$/

/**
 * Ways to find what sounds like a query: all of its syllables, all of it at once, or its initials where
 * it can be some. Null when it has no sound.
 */
export function matchSound(spoken: readonly string[]): TokenMatch[][] | null {
  if (spoken.length === 0 || !spoken.every((word) => LETTERS.test(word))) return null
  const whole = spoken.join('')
  if (whole.length < 2) return null
  const other = spoken.length === 1 ? INITIALS + whole : whole
  return [spoken.map(prefix), [prefix(other)]]
}

type TokenBuilder = ExpressionBuilder<Tables, 'search_token'>

const hasToken = (match: TokenMatch) => (token: TokenBuilder) =>
  match.kind === 'one_of'
    ? token('token', 'in', match.tokens)
    : token.and([token('token', '>=', match.text), token('token', '<', match.text + LAST)])

/** Documents that have a token of one match, each once. */
const selectOne = (db: Reader, part: SearchPart, match: TokenMatch) =>
  db
    .selectFrom('search_token')
    .select(({ fn }) => ['document', fn.min<number>('level').as('level')])
    .where('part', '=', part)
    .where(hasToken(match))
    .groupBy('document')

/** Documents that have a token of every match. */
export function selectMatching(db: Reader, part: SearchPart, matches: readonly TokenMatch[]) {
  const [first, ...others] = matches.map((match) => selectOne(db, part, match))
  if (!first) throw new Error('a search without tokens matches nothing')
  const found = others.reduce((all, one) => all.unionAll(one), first)
  return db
    .selectFrom(found.as('found'))
    .select(({ fn }) => ['document', fn.max<number>('level').as('level')])
    .groupBy('document')
    .having(({ fn }) => fn.countAll(), '=', matches.length)
}

/** Runs of Chinese of which having all pairs does not say that they stand side by side. */
export const listLongRuns = (terms: readonly Term[]): string[] =>
  terms.flatMap((term) =>
    term.type === 'run' && countCharacters(term.text) > 2 ? [term.text] : [],
  )

type Column = 'title' | 'names' | 'lead' | 'body'

/** Whether a document has every run in one of some texts. */
export function hasRuns(runs: readonly string[], columns: readonly Column[]): Expression<SqlBool> {
  const { and, or } = expressionBuilder<Tables, 'search_doc'>()
  return and(
    runs.map((run) => or(columns.map((column) => containsText(`search_doc.${column}`, run)))),
  )
}

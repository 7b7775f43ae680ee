import { listPairs } from './segment.ts'
import type { Term } from './segment.ts'

// FTS5 expressions. Every part is quoted and holds letters and digits only: nothing that a visitor
// types can be an operator.

const quote = (text: string) => `"${text}"`
const isLong = (text: string, length: number) => [...text].length >= length

function writeTerm(term: Term, isWhole: (term: Term) => boolean): string {
  if (term.type === 'words') return `(${term.texts.map(quote).join(' OR ')})`
  if (term.type === 'beginning') return isWhole(term) ? quote(term.text) : `${quote(term.text)} *`
  // Pairs stand side by side in the index, so a run is a phrase of its pairs.
  return quote(isLong(term.text, 2) ? listPairs(term.text).join(' ') : term.text)
}

const never = (): boolean => false
const join = (terms: readonly Term[], isWhole: (term: Term) => boolean = never) =>
  terms.map((term) => writeTerm(term, isWhole)).join(' AND ')

/** What titles and names have to hold: all of the query. Null when there is nothing to look up. */
export const matchTitles = (terms: readonly Term[]): string | null =>
  terms.length > 0 ? join(terms) : null

const MIN_PREFIX = 4
/** Long texts hold a word that begins with nearly any three letters: there short words count whole. */
export const isWholeInTexts = (term: Term): boolean =>
  term.type === 'beginning' && !isLong(term.text, MIN_PREFIX)

/**
 * What a text has to hold. Null when the query has a lone letter or character: every text has it,
 * which helps nobody and costs much.
 */
export function matchTexts(terms: readonly Term[]): string | null {
  const isFit = terms.every((term) => term.type === 'words' || isLong(term.text, 2))
  return isFit && terms.length > 0 ? join(terms, isWholeInTexts) : null
}

const LETTERS = /^[a-z]+$/

/** Syllables of pinyin, parted or not, by their beginning; and initials if the query can be some. */
export function matchSound(spoken: readonly string[]): string | null {
  if (spoken.length === 0 || !spoken.every((word) => LETTERS.test(word))) return null
  const whole = spoken.join('')
  if (whole.length < 2) return null
  const parted = spoken.map((word) => `${quote(word)} *`).join(' AND ')
  const pinyin = `{pinyin name_pinyin} : ((${parted}) OR ${quote(whole)} *)`
  const initials = `{initials name_initials} : ${quote(whole)} *`
  return spoken.length === 1 ? `(${pinyin}) OR (${initials})` : pinyin
}

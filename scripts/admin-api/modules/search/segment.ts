import { foldText } from './fold.ts'

const PART = /(\p{Script=Han}+)|[[\p{L}\p{N}\p{M}]--\p{Script=Han}]+/gv
const words = new Intl.Segmenter('zh', { granularity: 'word' })

/** In characters; the rest of a longer query is ignored. */
const MAX_QUERY_LENGTH = 64
const MAX_TERMS = 12

interface Part {
  text: string
  isHan: boolean
}

/** Words of scripts with word separators, and runs of Chinese characters. */
const listParts = (folded: string): Part[] =>
  [...folded.matchAll(PART)].map(([text, run]) => ({ text, isHan: run !== undefined }))

/** The bigrams of a run of characters. */
export function listBigrams(run: string): string[] {
  const list = [...run]
  return list.slice(1).map((character, index) => `${list[index]}${character}`)
}

/**
 * Index tokens of a folded text: words, and for Chinese the bigrams, so that every word of two characters
 * can be found.
 */
export const segmentText = (folded: string): string[] =>
  listParts(folded).flatMap((part) => (part.isHan ? listBigrams(part.text) : part.text))

/** Index tokens of titles and names: also single Chinese characters, so that one suffices as a query. */
export const segmentTitle = (folded: string): string[] =>
  listParts(folded).flatMap((part) =>
    part.isHan ? [...part.text, ...listBigrams(part.text)] : part.text,
  )

/** A part of a query that must match. */
export type Term =
  /** A run of Chinese characters. */
  | { type: 'run'; text: string }
  /** A prefix of a word. */
  | { type: 'beginning'; text: string }
  /** Corrections of a mistyped word, of which one must match. */
  | { type: 'words'; texts: readonly string[] }

export interface Query {
  /** Folded text with single spaces. */
  text: string
  terms: readonly Term[]
}

/** Parses a query as typed; it has no operators. */
export function readQuery(input: string): Query {
  const clipped = [...foldText(input)].slice(0, MAX_QUERY_LENGTH).join('')
  const text = clipped.replaceAll(/\s+/gu, ' ').trim()
  const terms = listParts(text)
    .slice(0, MAX_TERMS)
    .map((part): Term => ({ type: part.isHan ? 'run' : 'beginning', text: part.text }))
  return { text, terms }
}

/** Splits runs of Chinese into words (昆曲课程: 昆曲 and 课程); null when there is nothing to split. */
export function splitRuns(terms: readonly Term[]): Term[] | null {
  const split = terms.flatMap((term) =>
    term.type === 'run'
      ? [...words.segment(term.text)]
          .filter(({ segment }) => [...segment].length > 1)
          .map(({ segment }): Term => ({ type: 'run', text: segment }))
      : term,
  )
  return split.length > terms.length ? split : null
}

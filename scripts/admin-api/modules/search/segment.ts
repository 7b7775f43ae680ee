import { foldText } from './fold.ts'

const PART = /(\p{Script=Han}+)|[[\p{L}\p{N}\p{M}]--\p{Script=Han}]+/gv
const words = new Intl.Segmenter('zh', { granularity: 'word' })

/** Longest query that is read, and how many parts of it are looked for. */
const LONGEST = 64
const MOST_PARTS = 12

interface Part {
  text: string
  isHan: boolean
}

/** Words of scripts that part them, and runs of Chinese characters. */
const listParts = (folded: string): Part[] =>
  [...folded.matchAll(PART)].map(([text, run]) => ({ text, isHan: run !== undefined }))

/** Each two neighbours of a run of characters. */
export function listPairs(run: string): string[] {
  const list = [...run]
  return list.slice(1).map((character, index) => `${list[index]}${character}`)
}

/**
 * What the index holds of a folded text: words, and for Chinese each pair of neighbours, so that a word of
 * two characters is found wherever it stands.
 */
export const segmentText = (folded: string): string[] =>
  listParts(folded).flatMap((part) => (part.isHan ? listPairs(part.text) : part.text))

/** The same with each Chinese character too, for titles and names: there one is enough to ask for. */
export const segmentTitle = (folded: string): string[] =>
  listParts(folded).flatMap((part) =>
    part.isHan ? [...part.text, ...listPairs(part.text)] : part.text,
  )

/** One thing that has to be found. A word may be given as one of several. */
export type Term =
  | { type: 'run'; text: string }
  /** A word that may go on. */
  | { type: 'beginning'; text: string }
  /** Whole words instead of one that nobody wrote. */
  | { type: 'words'; texts: readonly string[] }

export interface Query {
  /** Folded, parts by single spaces. */
  text: string
  terms: readonly Term[]
}

/** Reads what a visitor typed; nothing of it is an operator. */
export function readQuery(given: string): Query {
  const text = [...foldText(given)].slice(0, LONGEST).join('').replaceAll(/\s+/gu, ' ').trim()
  const terms = listParts(text)
    .slice(0, MOST_PARTS)
    .map((part): Term => ({ type: part.isHan ? 'run' : 'beginning', text: part.text }))
  return { text, terms }
}

/** The words within runs of Chinese (昆曲课程 are 昆曲 and 课程); null when there is nothing to part. */
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

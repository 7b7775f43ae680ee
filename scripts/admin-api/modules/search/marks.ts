import { foldUnits } from './fold.ts'
import { isWholeInTexts } from './match.ts'
import type { Term } from './segment.ts'
import { listReadings } from './pinyin.ts'

const LETTER = /[\p{L}\p{N}]/u
const HAN = /\p{Script=Han}/u

/** Ranges of a text in UTF-16 units, in order and disjoint. */
export type Marks = [start: number, end: number][]

function findPlaces(title: string, text: string, isWhole: boolean): Marks {
  const places: Marks = []
  for (let at = title.indexOf(text); at !== -1; at = title.indexOf(text, at + 1)) {
    // Latin words match at their start, Chinese text anywhere.
    const startsInWord = !HAN.test(text) && LETTER.test(title.charAt(at - 1))
    const endsInWord = isWhole && LETTER.test(title.charAt(at + text.length))
    if (!startsInWord && !endsInWord) places.push([at, at + text.length])
  }
  return places
}

function markTerms(text: string, terms: readonly Term[], isWhole: (term: Term) => boolean): Marks {
  const folded = foldUnits(text)
  const places = terms
    .flatMap((term) => {
      const texts = term.type === 'words' ? term.texts : [term.text]
      return texts.map((word) => ({ word, whole: isWhole(term) }))
    })
    .filter(({ word }) => word !== '')
    .flatMap(({ word, whole }) => findPlaces(folded, word, whole))
    .toSorted((a, b) => a[0] - b[0])
  const marks: Marks = []
  for (const [start, end] of places) {
    const last = marks.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else marks.push([start, end])
  }
  return marks
}

/**
 * The ranges of a title that match a query. Empty when the item matches by its text or by its title in the
 * other language.
 */
export function markTitle(title: string, terms: readonly Term[]): Marks {
  const marks = markTerms(title, terms, () => false)
  return marks.length > 0 ? marks : markPinyin(title, terms)
}

/** The ranges of a sentence that match a query; short words match as whole words only. */
export const markText = (text: string, terms: readonly Term[]): Marks =>
  markTerms(text, terms, isWholeInTexts)

/** Number of leading syllables that a query covers, in full or by initials; 0 without a match. */
function countSyllables(syllables: readonly string[], query: string): number {
  if (syllables.join('').startsWith(query)) {
    let length = 0
    return syllables.findIndex((syllable) => (length += syllable.length) >= query.length) + 1
  }
  const initials = syllables.map((syllable) => syllable.charAt(0)).join('')
  return initials.startsWith(query) ? query.length : 0
}

/** The characters of a title whose pinyin matches: `chag` matches 茶馆, `mdt` matches 牡丹亭. */
function markPinyin(title: string, terms: readonly Term[]): Marks {
  if (!terms.every(({ type }) => type === 'beginning')) return []
  const query = terms.map((term) => (term.type === 'beginning' ? term.text : '')).join('')
  if (query.length < 2) return []
  for (const { 0: run, index } of title.matchAll(/\p{Script=Han}+/gu)) {
    const characters = [...run]
    for (const syllables of listReadings(run)) {
      const from = characters.findIndex((_, at) => countSyllables(syllables.slice(at), query) > 0)
      if (from === -1 || syllables.length !== characters.length) continue
      const start = index + characters.slice(0, from).join('').length
      const count = countSyllables(syllables.slice(from), query)
      return [[start, start + characters.slice(from, from + count).join('').length]]
    }
  }
  return []
}

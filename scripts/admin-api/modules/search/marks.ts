import { foldUnits } from './fold.ts'
import { isWholeInTexts } from './match.ts'
import type { Term } from './segment.ts'
import { listReadings } from './sound.ts'

const LETTER = /[\p{L}\p{N}]/u
const HAN = /\p{Script=Han}/u

export type Marks = [start: number, end: number][]

function findPlaces(title: string, text: string, isWhole: boolean): Marks {
  const places: Marks = []
  for (let at = title.indexOf(text); at !== -1; at = title.indexOf(text, at + 1)) {
    // A word is found by its beginning, a Chinese one anywhere.
    const isInside = !HAN.test(text) && LETTER.test(title.charAt(at - 1))
    const goesOn = isWhole && LETTER.test(title.charAt(at + text.length))
    if (!isInside && !goesOn) places.push([at, at + text.length])
  }
  return places
}

function markTerms(text: string, terms: readonly Term[], isWhole: (term: Term) => boolean): Marks {
  const folded = foldUnits(text)
  const places = terms
    .flatMap((term) => {
      const texts = term.type === 'words' ? term.texts : [term.text]
      return texts.map((one) => ({ one, whole: isWhole(term) }))
    })
    .filter(({ one }) => one !== '')
    .flatMap(({ one, whole }) => findPlaces(folded, one, whole))
    .toSorted((one, other) => one[0] - other[0])
  const marks: Marks = []
  for (const [start, end] of places) {
    const last = marks.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else marks.push([start, end])
  }
  return marks
}

/**
 * The parts of a title that a query found, as [start, end) in UTF-16 units, in order and apart. None
 * when the item was found by its text or its title in the other language.
 */
export function markTitle(title: string, terms: readonly Term[]): Marks {
  const marks = markTerms(title, terms, () => false)
  return marks.length > 0 ? marks : markSound(title, terms)
}

/** The same in a sentence, where short words count whole. */
export const markText = (text: string, terms: readonly Term[]): Marks =>
  markTerms(text, terms, isWholeInTexts)

/** How many syllables a query covers from the first of a list; 0 when it does not match them. */
function countSpoken(syllables: readonly string[], spoken: string): number {
  if (syllables.join('').startsWith(spoken)) {
    let length = 0
    return syllables.findIndex((syllable) => (length += syllable.length) >= spoken.length) + 1
  }
  const initials = syllables.map((syllable) => syllable.charAt(0)).join('')
  return initials.startsWith(spoken) ? spoken.length : 0
}

/** The characters of a title that sound like the query: `chag` is 茶馆, `mdt` is 牡丹亭. */
function markSound(title: string, terms: readonly Term[]): Marks {
  if (!terms.every(({ type }) => type === 'beginning')) return []
  const spoken = terms.map((term) => (term.type === 'beginning' ? term.text : '')).join('')
  if (spoken.length < 2) return []
  for (const { 0: run, index } of title.matchAll(/\p{Script=Han}+/gu)) {
    const characters = [...run]
    for (const syllables of listReadings(run)) {
      const from = characters.findIndex((_, at) => countSpoken(syllables.slice(at), spoken) > 0)
      if (from === -1 || syllables.length !== characters.length) continue
      const start = index + characters.slice(0, from).join('').length
      const count = countSpoken(syllables.slice(from), spoken)
      return [[start, start + characters.slice(from, from + count).join('').length]]
    }
  }
  return []
}

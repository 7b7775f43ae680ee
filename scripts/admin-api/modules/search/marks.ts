import { foldUnits } from './fold.ts'
import type { Term } from './segment.ts'

const LETTER = /[\p{L}\p{N}]/u
const HAN = /\p{Script=Han}/u

function findPlaces(title: string, text: string): [number, number][] {
  const places: [number, number][] = []
  for (let at = title.indexOf(text); at !== -1; at = title.indexOf(text, at + 1)) {
    // A word is found by its beginning, a Chinese one anywhere.
    const isInside = !HAN.test(text) && LETTER.test(title.charAt(at - 1))
    if (!isInside) places.push([at, at + text.length])
  }
  return places
}

/**
 * The parts of a title that a query found, as [start, end) in UTF-16 units, in order and apart. None
 * when the item was found by its sound, its text or its title in the other language.
 */
export function markTitle(title: string, terms: readonly Term[]): [number, number][] {
  const folded = foldUnits(title)
  const places = terms
    .flatMap((term) => (term.type === 'words' ? term.texts : [term.text]))
    .filter((text) => text !== '')
    .flatMap((text) => findPlaces(folded, text))
    .toSorted((one, other) => one[0] - other[0])
  const marks: [number, number][] = []
  for (const [start, end] of places) {
    const last = marks.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else marks.push([start, end])
  }
  return marks
}

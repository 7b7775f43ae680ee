import { segmentQuery } from './segment.ts'

const LETTER = /[\p{L}\p{N}]/u
const HAN = /\p{Script=Han}/u

/** A letter without case, width and accents; always one unit, so that places stay the same. */
const fold = (unit: string) => unit.normalize('NFKD').toLowerCase().charAt(0) || unit

const foldText = (text: string) =>
  Array.from({ length: text.length }, (_, at) => fold(text.charAt(at))).join('')

function findPlaces(title: string, term: string): [number, number][] {
  const places: [number, number][] = []
  for (let at = title.indexOf(term); at !== -1; at = title.indexOf(term, at + 1)) {
    // A word is found by its beginning, a Chinese one anywhere.
    const isInside = !HAN.test(term) && LETTER.test(title.charAt(at - 1))
    if (!isInside) places.push([at, at + term.length])
  }
  return places
}

/** The parts of a title that a query found, as [start, end) in UTF-16 units, in order and apart. */
export function markTitle(title: string, query: string): [number, number][] {
  const folded = foldText(title)
  const { words, pairs } = segmentQuery(query)
  const places = [...words, ...pairs]
    .map((term) => foldText(term.normalize('NFC')))
    .filter((term) => term !== '')
    .flatMap((term) => findPlaces(folded, term))
    .toSorted((one, other) => one[0] - other[0])
  const marks: [number, number][] = []
  for (const [start, end] of places) {
    const last = marks.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else marks.push([start, end])
  }
  return marks
}

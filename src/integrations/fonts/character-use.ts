import { isLatin, sortCharacters } from './character-sets.ts'
import type { PageText } from './page-text.ts'
import type { FaceKey } from './typefaces.ts'

/** The serif above the weight of body text. */
const TITLE_FACE = /^serif-[5-9]/

/** Characters on more than this share of Chinese pages belong to the frame. */
const FRAME_SHARE = 0.5

/** Statistics over all Chinese pages for the shared subsets, without Latin. */
export interface CommonText {
  /** By face, the sorted characters of most pages. */
  frame: Readonly<Record<string, string>>
  /** All characters of all pages, sorted. */
  printed: string
  /** Those of titles and names: what pages print in a weight above that of body text, sorted. */
  titles: string
}

/** Counts the characters of Chinese pages incrementally. */
export function createCharacterUse() {
  const counts = new Map<FaceKey, Map<string, number>>()
  let pages = 0

  function count(text: PageText, step: 1 | -1): void {
    pages += step
    for (const [face, characters] of text) {
      const own = counts.get(face) ?? new Map<string, number>()
      counts.set(face, own)
      for (const character of characters) {
        const number = (own.get(character) ?? 0) + step
        if (number === 0) own.delete(character)
        else own.set(character, number)
      }
    }
  }

  function listFrame(own: ReadonlyMap<string, number>): string {
    const often = [...own].filter(([one, shown]) => !isLatin(one) && shown > pages * FRAME_SHARE)
    return sortCharacters(often.map(([character]) => character))
  }

  function listCharacters(isWanted: (face: FaceKey) => boolean): string {
    const found = [...counts].flatMap(([face, own]) => (isWanted(face) ? [...own.keys()] : []))
    return sortCharacters(found.filter((one) => !isLatin(one)))
  }

  return {
    add: (text: PageText): void => count(text, 1),
    remove: (text: PageText): void => count(text, -1),
    read(): CommonText {
      return {
        frame: Object.fromEntries(
          [...counts].toSorted().map(([face, own]) => [face, listFrame(own)]),
        ),
        printed: listCharacters(() => true),
        titles: listCharacters((face) => TITLE_FACE.test(face)),
      }
    },
  }
}

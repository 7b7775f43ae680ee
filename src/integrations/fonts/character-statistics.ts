import { isLatin, sortCharacters } from './character-sets.ts'
import type { PageText } from './page-text.ts'
import type { FaceKey } from './typefaces.ts'

/** The serif above the weight of body text. */
const TITLE_FACE = /^serif-[5-9]/

/** Characters on more than this share of Chinese pages count as the frame of pages. */
const FRAME_SHARE = 0.5

/** Statistics over all Chinese pages for the shared subsets, without Latin. */
export interface CharacterStatistics {
  /** The characters of most pages by face, sorted. */
  frame: Readonly<Record<string, string>>
  /** All characters of all pages, sorted. */
  all: string
  /** The characters of titles and names, which are heavier than body text, sorted. */
  titles: string
}

/** Counts the characters of Chinese pages incrementally. */
export function createCharacterStatistics() {
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
    const frequent = [...own].filter(([one, uses]) => !isLatin(one) && uses > pages * FRAME_SHARE)
    return sortCharacters(frequent.map(([character]) => character))
  }

  function listCharacters(isIncluded: (face: FaceKey) => boolean): string {
    const characters = [...counts].flatMap(([face, own]) =>
      isIncluded(face) ? [...own.keys()] : [],
    )
    return sortCharacters(characters.filter((one) => !isLatin(one)))
  }

  return {
    add: (text: PageText): void => count(text, 1),
    remove: (text: PageText): void => count(text, -1),
    read(): CharacterStatistics {
      return {
        frame: Object.fromEntries(
          [...counts].toSorted().map(([face, own]) => [face, listFrame(own)]),
        ),
        all: listCharacters(() => true),
        titles: listCharacters((face) => TITLE_FACE.test(face)),
      }
    },
  }
}

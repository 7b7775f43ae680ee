import { isLatin, sortCharacters } from './character-sets.ts'
import type { PageText } from './page-text.ts'
import type { FaceKey } from './typefaces.ts'

/** A part of all Chinese pages that makes a character one of the frame. */
const FRAME_SHARE = 0.5

/** What the text of all Chinese pages comes to for the files that pages share; Latin is left out. */
export interface CommonText {
  /** By face, the characters that most pages show, sorted: their frame. */
  frame: Readonly<Record<string, string>>
  /** Every character that stands on some page, sorted. */
  printed: string
}

/** The use of characters by Chinese pages that come and go. */
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

  return {
    add: (text: PageText): void => count(text, 1),
    remove: (text: PageText): void => count(text, -1),
    read(): CommonText {
      const printed = [...counts.values()].flatMap((own) => [...own.keys()])
      return {
        frame: Object.fromEntries(
          [...counts].toSorted().map(([face, own]) => [face, listFrame(own)]),
        ),
        printed: sortCharacters(printed.filter((one) => !isLatin(one))),
      }
    },
  }
}

import type { PageText } from './page-text.ts'
import type { FaceKey } from './typefaces.ts'

/** How many pages show a character, by face. */
export interface CharacterUse {
  pages: number
  counts: ReadonlyMap<FaceKey, ReadonlyMap<string, number>>
}

/** The use of characters by pages that come and go. */
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

  return {
    add: (text: PageText): void => count(text, 1),
    remove: (text: PageText): void => count(text, -1),
    read: (): CharacterUse => ({ pages, counts }),
  }
}

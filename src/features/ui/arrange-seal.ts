/** The arrangement of a seal's characters in its square. */
export interface SealLayout {
  characters: string[]
  /** Two Latin letters are placed side by side, two Chinese characters one above the other. */
  isLatinPair: boolean
}

/** The layout of a seal of one to four characters; null for a site without a seal. */
export function arrangeSeal(seal: string | null): SealLayout | null {
  if (!seal) return null
  const characters = [...seal]
  return { characters, isLatinPair: characters.length === 2 && !/\p{Script=Han}/u.test(seal) }
}

// Fixed sets of characters. What is shared between pages must not change with every article.

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

const ASCII = range(0x20, 0x7e)

/** Quotes, dashes and dots that English takes from a Latin face: the Chinese serif has them wide. */
export const ENGLISH_PUNCTUATION = '·–—‘’‚‛“”„‟…'

/** Letters and signs that the shared Latin part of each weight of the serif holds. */
export const LATIN = `${ASCII}¥×${ENGLISH_PUNCTUATION}→←`

/** Latin letters that names from elsewhere bring. */
export const ACCENTED = range(0xa1, 0x17f)

export const DISPLAY_LATIN = `${ASCII}–—‘’“”…`

/** The figures of dates, prices and countdowns, with what stands between them. */
export const NUMERALS = '0123456789.,:/-–—+×%¥'

export const NUMERAL_LETTERS = ASCII

const latin = new Set(LATIN)

/** Characters that the interface may show in the Chinese serif. */
export const CHINESE = /[\u{2e80}-\u{9fff}\u{ff00}-\u{ff5e}]/gu

export const isLatin = (character: string): boolean => latin.has(character)

/** The distinct characters of a text in order of their code points. */
export const sortCharacters = (characters: Iterable<string>): string =>
  [...new Set(characters)].toSorted((a, b) => codeOf(a) - codeOf(b)).join('')

export const codeOf = (character: string): number => character.codePointAt(0) ?? 0

/** A `unicode-range` of sorted characters: `U+4E00,U+4E03-4E05`. */
export function unicodeRange(sorted: string): string {
  const runs: [number, number][] = []
  for (const code of [...sorted].map(codeOf)) {
    const last = runs.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else runs.push([code, code])
  }
  const hex = (code: number) => code.toString(16)
  return runs
    .map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`))
    .join(',')
}

/** The 6,763 characters of GB 2312: nearly all that a page in Chinese ever shows. */
export function listCommonCharacters(): string {
  const decoder = new TextDecoder('gbk')
  const found: string[] = []
  for (let row = 0xb0; row <= 0xf7; row += 1) {
    for (let cell = 0xa1; cell <= 0xfe; cell += 1) {
      const text = decoder.decode(new Uint8Array([row, cell]))
      if (text.length === 1 && text !== '\u{fffd}') found.push(text)
    }
  }
  return found.join('')
}

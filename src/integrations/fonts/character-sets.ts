// Fixed character sets, so that shared subsets do not change with every article.

const range = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')

const ASCII = range(0x20, 0x7e)

/** Punctuation that English text sets in a Latin face, because it is full-width in the Chinese serif. */
export const ENGLISH_PUNCTUATION = '·–—‘’‚‛“”„‟…'

/**
 * Punctuation that browsers set half-width next to other punctuation, by the `halt` feature of the font
 * (CSS Text 4, text-spacing-trim). They do so only within one font file.
 */
export const HALF_WIDTH_PUNCTUATION = '、。，：；！？（）《》〈〉「」『』【】〔〕“”‘’'

/** All punctuation of Chinese, in one file, and the arrows and marks of styles, which the Latin serif lacks. */
export const FULL_WIDTH_PUNCTUATION = `${HALF_WIDTH_PUNCTUATION}${ENGLISH_PUNCTUATION}→←●✓▲`

/**
 * Characters that body text sets in the Latin serif. Other punctuation depends on the language: in Chinese
 * it is full-width.
 */
export const LATIN = `${ASCII}¥×©`

/** Accented Latin letters of foreign names. */
export const ACCENTED = [...range(0xa1, 0x17f)]
  .filter((one) => /\p{Script=Latin}/u.test(one))
  .join('')

export const DISPLAY_LATIN = `${ASCII}–—‘’“”…`

/** Figures and separators of dates, prices and countdowns. */
export const NUMERALS = ' 0123456789.,:/-–—+×%¥'

export const NUMERAL_LETTERS = ASCII

const latin = new Set(LATIN + ACCENTED)

/** Chinese characters and full-width punctuation. */
export const CHINESE = /[\u{2e80}-\u{9fff}\u{ff00}-\u{ff5e}]/gu

export const isLatin = (character: string): boolean => latin.has(character)

/** The distinct characters of a text, sorted by code point. */
export const sortCharacters = (characters: Iterable<string>): string =>
  [...new Set(characters)].toSorted((a, b) => getCodePoint(a) - getCodePoint(b)).join('')

export const getCodePoint = (character: string): number => character.codePointAt(0) ?? 0

/** A `unicode-range` of sorted characters: `U+4E00,U+4E03-4E05`. */
export function formatUnicodeRange(sorted: string): string {
  const runs: [number, number][] = []
  for (const code of [...sorted].map(getCodePoint)) {
    const last = runs.at(-1)
    if (last && last[1] === code - 1) last[1] = code
    else runs.push([code, code])
  }
  const hex = (code: number) => code.toString(16)
  return runs
    .map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`))
    .join(',')
}

/** The 6,763 characters of GB 2312, which cover nearly all Chinese pages. */
export function listCommonCharacters(): string {
  const decoder = new TextDecoder('gbk')
  const characters: string[] = []
  for (let row = 0xb0; row <= 0xf7; row += 1) {
    for (let cell = 0xa1; cell <= 0xfe; cell += 1) {
      const text = decoder.decode(new Uint8Array([row, cell]))
      if (text.length === 1 && text !== '\u{fffd}') characters.push(text)
    }
  }
  return characters.join('')
}

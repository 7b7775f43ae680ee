import * as v from 'valibot'

/**
 * Characters removed from member texts: control characters, bidirectional marks (which could rearrange the
 * surrounding line) and invisible characters. The joiners U+200C and U+200D stay, because emoji sequences
 * and several scripts need them.
 */
const INVISIBLE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd]/gu
/** Spaces, and characters that are invisible alone, such as joiners, variation selectors and fillers. */
const BLANK = /[\s\u2800\p{Default_Ignorable_Code_Point}]/gu
/**
 * Marks after the 30th on one letter: no language needs them (UAX 15, Stream-Safe Text Format), and the time to
 * normalise them grows with the square of their number.
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * Cleans a single line: breaks become spaces, invisible characters are removed; empty if nothing is
 * visible.
 */
export function cleanLine(text: string): string {
  const visible = text.toWellFormed().replaceAll(/\s/gu, ' ').replaceAll(INVISIBLE, '')
  // Normalised last, because a removed character may have separated a letter from its accent.
  const composed = visible.replaceAll(EXCESS_MARKS, '$1').normalize('NFC')
  const line = composed.replaceAll(/ {2,}/g, ' ').trim()
  return line.replaceAll(BLANK, '') === '' ? '' : line
}

/** Cleans each line of a text; blank lines between paragraphs stay. */
export function cleanText(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.map(cleanLine).join('\n').trim()
}

/** Schema of a single-line member text such as a name; lengths count after cleaning. */
// @__NO_SIDE_EFFECTS__
export function memberLine({ min = 0, max }: { min?: number; max: number }) {
  return v.pipe(v.string(), v.transform(cleanLine), v.minLength(min), v.maxLength(max))
}

/** Schema of a multi-line member text such as a self-introduction. */
// @__NO_SIDE_EFFECTS__
export function memberText({ min = 0, max }: { min?: number; max: number }) {
  return v.pipe(v.string(), v.transform(cleanText), v.minLength(min), v.maxLength(max))
}

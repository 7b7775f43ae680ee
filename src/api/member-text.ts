import * as v from 'valibot'

/**
 * What no member text needs: control characters, marks that change the direction of reading (a name
 * could rearrange the line around it), and characters that nobody sees. The joiners U+200C and U+200D
 * stay, because emoji sequences and several scripts are written with them.
 */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffd]/gu
/** Joiners and variation selectors change other characters and are nothing alone. */
const JOINING = /\s|\u200c|\u200d|[\ufe00-\ufe0f]/gu

/** A text of one line: breaks become spaces, what cannot be seen goes; empty when nothing is visible. */
export function cleanLine(text: string): string {
  const spaced = text.toWellFormed().normalize('NFC').replaceAll(/\s/gu, ' ')
  const line = spaced.replaceAll(UNSEEN, '').replaceAll(/ {2,}/g, ' ').trim()
  return line.replaceAll(JOINING, '') === '' ? '' : line
}

/** A text of several lines, each cleaned as above; blank lines between paragraphs stay. */
export function cleanText(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  return lines.map(cleanLine).join('\n').trim()
}

/** One line that a member types, such as a name; lengths are counted after the cleaning. */
export const memberLine = ({ min = 0, max }: { min?: number; max: number }) =>
  v.pipe(v.string(), v.transform(cleanLine), v.minLength(min), v.maxLength(max))

/** Lines that a member types, such as a self-introduction. */
export const memberText = ({ min = 0, max }: { min?: number; max: number }) =>
  v.pipe(v.string(), v.transform(cleanText), v.minLength(min), v.maxLength(max))

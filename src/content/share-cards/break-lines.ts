import type { Locale } from '#i18n/locales.ts'

// No line of Chinese begins with these, or ends with those.
const NEVER_FIRST = /^[\s，。、；：？！”’）》」』】…—·,.;:?!)]/
const NEVER_LAST = /[“‘（《「『【(]$/

/** The pieces of a text between which a line may end. */
function splitPieces(text: string, locale: Locale): string[] {
  const words = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(text)]
  const pieces: string[] = []
  for (const { segment } of words) {
    const last = pieces.at(-1)
    const joins = last !== undefined && (NEVER_FIRST.test(segment) || NEVER_LAST.test(last))
    const isLatin = last !== undefined && /[\w'’-]$/.test(last) && /^[\w'’-]/.test(segment)
    if (joins || isLatin) pieces.push((pieces.pop() ?? '') + segment)
    else pieces.push(segment)
  }
  return pieces
}

function fillLines(pieces: string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  for (const piece of pieces) {
    const longer = (lines.at(-1) ?? '') + piece
    if (lines.length > 0 && fits(longer.trimEnd())) lines[lines.length - 1] = longer
    else lines.push(piece.trimStart())
  }
  return lines.map((line) => line.trim())
}

/**
 * Breaks a text into as few lines of at most `width` as it needs, then evens them out, so that no
 * short word is left alone on the last one. A piece that is wider than a line stands alone.
 */
export function breakLines(
  text: string,
  locale: Locale,
  width: number,
  measure: (line: string) => number,
): string[] {
  const pieces = splitPieces(text, locale)
  const within = (limit: number) => fillLines(pieces, (line) => measure(line) <= limit)
  const count = within(width).length
  const tightest = Array.from({ length: 20 }, (_, step) => width * (0.5 + step / 40))
  return tightest.map(within).find((lines) => lines.length === count) ?? within(width)
}

/** Cuts a list of lines to at most `count`, with an ellipsis where something was left out. */
export function cutLines(lines: string[], count: number): string[] {
  if (lines.length <= count) return lines
  const kept = lines.slice(0, count)
  return [...kept.slice(0, -1), `${(kept.at(-1) ?? '').replace(/[，,、;；:：\s]+$/, '')}…`]
}

import type { Locale } from '#i18n/locales.ts'
import { splitWords } from '#i18n/phrases.ts'

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
 * Breaks a text into the minimum number of lines of at most `width`, then balances them to avoid a short
 * last line. A piece that is wider than a line gets its own line.
 */
export function breakLines(
  text: string,
  locale: Locale,
  width: number,
  measure: (line: string) => number,
): string[] {
  const pieces = splitWords(text, locale)
  const within = (limit: number) => fillLines(pieces, (line) => measure(line) <= limit)
  const count = within(width).length
  const tightest = Array.from({ length: 20 }, (_, step) => width * (0.5 + step / 40))
  return tightest.map(within).find((lines) => lines.length === count) ?? within(width)
}

/** Truncates lines to at most `count`, with an ellipsis. */
export function truncateLines(lines: string[], count: number): string[] {
  if (lines.length <= count) return lines
  const firstLines = lines.slice(0, count)
  return [
    ...firstLines.slice(0, -1),
    `${(firstLines.at(-1) ?? '').replace(/[，,、;；:：\s]+$/, '')}…`,
  ]
}

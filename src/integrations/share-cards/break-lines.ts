import type { Locale } from '#i18n/locales.ts'
import { joinPieces, splitWords } from '#i18n/phrases.ts'

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
  const within = (limit: number) =>
    joinPieces(pieces, (line, piece) => measure((line + piece).trim()) <= limit).map((line) =>
      line.trim(),
    )
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

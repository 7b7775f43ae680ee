/** A part of a text: from the first character to before the last one. */
export interface Span {
  start: number
  end: number
}

/** The text with other words in the place of each part; what lies within another part is gone with it. */
export function replaceAll(text: string, spans: readonly Span[], by: string): string {
  let made = ''
  let from = 0
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    if (start < from) continue
    made += text.slice(from, start) + by
    from = end
  }
  return made + text.slice(from)
}

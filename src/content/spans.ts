/** A part of a text: from the first character to before the last one. */
export interface Span {
  start: number
  end: number
}

/** The text with other words in the place of each part; parts stand in their order, none in another. */
export const replaceAll = (text: string, spans: readonly Span[], by: string): string =>
  spans.reduceRight((rest, { start, end }) => rest.slice(0, start) + by + rest.slice(end), text)

/**
 * Formats a count with its noun: `1 order`, `2 orders`.
 * @param plural irregular plural; defaults to the noun with an s
 */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

/**
 * A count with its noun: `1 order`, `2 orders`.
 * @param plural where it is not the noun with an s
 */
export const formatCount = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`

import { closest, distance } from 'fastest-levenshtein'

/** Maximum edit distance of a suggestion; a transposition counts as two edits. */
const MAX_EDITS = 2

/** Suggests a name for a misspelt one; undefined when none is similar. */
export function findNearest(given: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const nearest = closest(given, names)
  return distance(given, nearest) <= MAX_EDITS ? nearest : undefined
}

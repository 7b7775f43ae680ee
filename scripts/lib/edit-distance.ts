/**
 * Edit distance of two words: insertions, deletions, substitutions and transpositions of neighbours
 * (optimal string alignment).
 * @returns the distance; `max + 1` when it is greater than `max`
 */
export function computeEditDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let secondLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let distance = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        distance = Math.min(distance, (secondLast[j - 2] ?? 0) + 1)
      }
      row.push(distance)
    }
    if (Math.min(...row) > max) return max + 1
    secondLast = last
    last = row
  }
  return last[b.length] ?? max + 1
}

/** Maximum edit distance of a suggestion. */
const MAX_EDITS = 2

/** Suggests a name for a misspelt one; undefined when none is similar. */
export function findNearest(given: string, names: readonly string[]): string | undefined {
  const [nearest] = names
    .map((name) => ({ name, edits: computeEditDistance(given, name, MAX_EDITS) }))
    .filter(({ edits }) => edits <= MAX_EDITS)
    .toSorted((a, b) => a.edits - b.edits)
  return nearest?.name
}

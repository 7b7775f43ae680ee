/** Whether two sets have nothing in common; the first is the smaller one. */
export function isDisjoint<T>(first: ReadonlySet<T>, second: ReadonlySet<T>): boolean {
  if (second.size === 0) return true
  for (const one of first) if (second.has(one)) return false
  return true
}

/** Returns the entries that only one of two lists contains. */
export function findUnshared<T>(first: Iterable<T>, second: Iterable<T>): T[] {
  const [one, other] = [new Set(first), new Set(second)]
  return [...one]
    .filter((entry) => !other.has(entry))
    .concat([...other].filter((entry) => !one.has(entry)))
}

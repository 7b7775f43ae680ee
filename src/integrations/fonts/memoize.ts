/** Caches the results of a function by its argument. */
export function memoize<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const results = new Map<Key, Value>()
  return (key) => {
    const result = results.get(key) ?? make(key)
    results.set(key, result)
    return result
  }
}

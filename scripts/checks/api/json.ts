// Checked responses may have any shape, so these functions never throw.

export type Fields = Record<string, unknown>

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads the values at `keys`; lists on the path are flattened. */
export function readAll(value: unknown, keys: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => readAll(item, keys))
  const [key, ...rest] = keys
  if (key === undefined) return value === undefined ? [] : [value]
  return isRecord(value) ? readAll(value[key], rest) : []
}

/** Reads the first value at `keys`, or undefined. */
export function readFirst(value: unknown, ...keys: string[]): unknown {
  return readAll(value, keys).at(0)
}

export function readList(value: unknown, key: string): unknown[] {
  const list = isRecord(value) ? value[key] : undefined
  return Array.isArray(list) ? list : []
}

export interface Node {
  fields: Fields
  path: string
}

/** Visits every object inside a value with its path, outermost first. */
export function* visitObjects(value: unknown, path = 'data'): Generator<Node> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* visitObjects(item, `${path}[${index}]`)
  } else if (isRecord(value)) {
    yield { fields: value, path }
    for (const [key, field] of Object.entries(value)) yield* visitObjects(field, `${path}.${key}`)
  }
}

/** Picks the first item of each key. */
export const pickFirstOfEach = <T>(items: readonly T[], keyOf: (item: T) => unknown): T[] =>
  [...Map.groupBy(items, keyOf).values()].flatMap((group) => group.slice(0, 1))

/** Picks at most `count` items, evenly spaced from the first to the last. */
export function pickSome<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items]
  const step = (items.length - 1) / (count - 1)
  return Array.from({ length: count }, (_, index) => items[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  )
}

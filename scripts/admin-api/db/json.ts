declare const holds: unique symbol

/** A text column that holds JSON of a known type. */
export type Json<T> = string & { readonly [holds]?: T }

export function writeJson<T>(value: T): Json<T> {
  return JSON.stringify(value)
}

/** Reads a JSON column. Only `writeJson` fills such columns, so the parsed value has their type. */
export function readJson<T>(column: Json<T>): T {
  const value: T = JSON.parse(column)
  return value
}

import * as v from 'valibot'
import { readNode, schemaAt, unwrap, type Schema } from './schema-tree.ts'

// Replaces invalid values of a file by placeholders, so that the checks of references, places and links can
// run on the rest and editors get all faults at once. Repaired files are never imported.

const MAX_ROUNDS = 20
/** Placeholder for media files. */
export const PLACEHOLDER_MEDIA = 'x/x.svg'
/** For every scalar of the format, at least one of these is valid. */
const CANDIDATES = [
  true,
  1,
  1000,
  0,
  'x',
  PLACEHOLDER_MEDIA,
  '/',
  '+0d 00:00',
  'x.html',
  'x@example.org',
  '#777777',
]

/** Creates a valid value for a schema. */
function createPlaceholder(schema: Schema): unknown {
  const node = readNode(schema)
  switch (node.kind) {
    case 'optional':
      return createPlaceholder(node.wrapped)
    case 'object': {
      const entries = Object.entries(node.entries)
      const required = entries.filter(([, entry]) => readNode(entry).kind !== 'optional')
      const fill = (list: typeof entries) =>
        Object.fromEntries(list.map(([key, entry]) => [key, createPlaceholder(entry)]))
      const minimal = fill(required)
      return v.is(schema, minimal) ? minimal : fill(entries)
    }
    case 'list': {
      const one = [createPlaceholder(node.item)]
      return [[], one, [...one, ...one]].find((list) => v.is(schema, list))
    }
    case 'variant':
      return node.options[0] && createPlaceholder(node.options[0])
    case 'leaf':
      if ('literal' in schema) return schema.literal
      if ('options' in schema && Array.isArray(schema.options)) return schema.options[0]
      return CANDIDATES.find((value) => v.is(schema, value))
  }
}

/** Returns a copy of the data with another value at a path; undefined removes the field. */
function replaceAt(data: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (Array.isArray(data)) return data.with(Number(key), replaceAt(data[Number(key)], rest, value))
  const { [key]: before, ...others } = Object(data)
  const next = replaceAt(before, rest, value)
  return next === undefined ? others : { ...others, [key]: next }
}

/** Makes the data of a file valid: invalid values are replaced by placeholders or removed. */
export function repair(schema: Schema, data: unknown): object {
  let repaired = data
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = v.safeParse(schema, repaired)
    if (result.success) return { ...Object(result.output) }
    for (const issue of result.issues) {
      const path = (issue.path ?? []).map(({ key }) => key as string | number)
      const field = schemaAt(schema, path, repaired)
      const isOptional = !field || readNode(field).kind === 'optional'
      const value = isOptional ? undefined : createPlaceholder(unwrap(field))
      repaired = replaceAt(repaired, path, value)
    }
  }
  return { ...Object(v.parse(schema, createPlaceholder(schema))) }
}

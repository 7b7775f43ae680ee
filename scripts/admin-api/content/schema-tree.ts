import * as v from 'valibot'

// Introspection of the schemas of the content format, for repairs, fault messages and the reference.

export type Schema = v.GenericSchema<unknown, unknown>
type Entries = Readonly<Record<string, Schema>>

/** The structure of a schema; `leaf` is a scalar. */
export type SchemaNode =
  | { kind: 'object'; entries: Entries }
  | { kind: 'list'; item: Schema }
  | { kind: 'variant'; key: string; options: readonly Schema[] }
  | { kind: 'optional'; wrapped: Schema }
  | { kind: 'leaf' }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

const isEntries = (value: unknown): value is Entries =>
  typeof value === 'object' && value !== null && Object.values(value).every(isSchema)

/** Reads the structure of a schema; for a pipe, that of its first step. */
export function readNode(schema: Schema): SchemaNode {
  if ('wrapped' in schema && isSchema(schema.wrapped)) {
    return { kind: 'optional', wrapped: schema.wrapped }
  }
  if ('entries' in schema && isEntries(schema.entries)) {
    return { kind: 'object', entries: schema.entries }
  }
  if ('item' in schema && isSchema(schema.item)) return { kind: 'list', item: schema.item }
  if (schema.type === 'variant' && 'options' in schema && Array.isArray(schema.options)) {
    const key = 'key' in schema ? String(schema.key) : 'type'
    return { kind: 'variant', key, options: schema.options.filter(isSchema) }
  }
  return { kind: 'leaf' }
}

/** The schema inside optional wrappers. */
export function unwrap(schema: Schema): Schema {
  const node = readNode(schema)
  return node.kind === 'optional' ? unwrap(node.wrapped) : schema
}

/** The option of a variant that matches the data, or else the first. */
function chooseOption(options: readonly Schema[], key: string, data: unknown): Schema | undefined {
  const chosen: unknown = Object(data)[key]
  const isChosen = (option: Schema) => {
    const node = readNode(option)
    return node.kind === 'object' && node.entries[key] && v.is(node.entries[key], chosen)
  }
  return options.find(isChosen) ?? options[0]
}

/** The schema of an object: of a variant, the option that matches the data. */
export function resolveOption(schema: Schema, data: object): Schema | undefined {
  const node = readNode(unwrap(schema))
  return node.kind === 'variant' ? chooseOption(node.options, node.key, data) : schema
}

/** The schema at a path of a file; undefined if the format has no such field. */
export function schemaAt(
  schema: Schema,
  path: readonly (string | number)[],
  data: unknown,
): Schema | undefined {
  const [key, ...rest] = path
  if (key === undefined) return schema
  const node = readNode(unwrap(schema))
  const child: unknown = Object(data)[key]
  switch (node.kind) {
    case 'object': {
      const entry = node.entries[key]
      return entry && schemaAt(entry, rest, child)
    }
    case 'list':
      return schemaAt(node.item, rest, child)
    case 'variant': {
      const option = chooseOption(node.options, node.key, data)
      return option && schemaAt(option, path, data)
    }
    default:
      return undefined
  }
}

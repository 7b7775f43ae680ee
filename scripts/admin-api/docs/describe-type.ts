import { readRef } from './json-schema.ts'
import type { JsonSchema } from './json-schema.ts'

/** A type in words: text, and names of types that have a place of their own on the page. */
export type Word = { text: string } | { name: string }

export interface TypeWords {
  words: Word[]
  /** Objects written out in place, below the words; several are alternatives. */
  objects: JsonSchema[]
}

const say = (text: string): TypeWords => ({ words: [{ text }], objects: [] })

function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema)
}

function join(parts: TypeWords[]): TypeWords {
  const words = parts.flatMap((part, index) => [
    ...(index > 0 && part.words.length > 0 ? [{ text: ' | ' }] : []),
    ...part.words,
  ])
  return { words, objects: parts.flatMap((part) => part.objects) }
}

function describeAlternatives(schemas: JsonSchema[]): TypeWords {
  const inline = schemas.filter(({ type }) => type === 'object')
  const others = schemas.filter(({ type }) => type !== 'object').map(describeType)
  if (inline.length === 0) return join(others)
  const word = inline.length > 1 ? 'one of' : 'object'
  return join([{ words: [{ text: word }], objects: inline }, ...others])
}

function describeArray({ items }: JsonSchema): TypeWords {
  if (Array.isArray(items)) return say(`[${items.map(() => 'Count').join(', ')}]`)
  if (!isSchema(items)) return say('array')
  const { words, objects } = describeType(items)
  return { words: [{ text: 'list of ' }, ...words], objects }
}

/** Says what a value is, short enough for one line. */
export function describeType(schema: JsonSchema): TypeWords {
  const name = readRef(schema)
  if (name !== null) return { words: [{ name }], objects: [] }
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives) return describeAlternatives(alternatives.filter(isSchema))
  if ('const' in schema) return say(JSON.stringify(schema.const))
  if (schema.enum) return say(schema.enum.map((value) => JSON.stringify(value)).join(' | '))
  if (schema.type === 'array') return describeArray(schema)
  if (schema.type === 'object') return { words: [{ text: 'object' }], objects: [schema] }
  return say(typeof schema.type === 'string' ? schema.type : 'anything')
}

function describeRange(from: number | undefined, to: number | undefined, unit: string): string[] {
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`]
  if (from !== undefined) return [`at least ${from}${unit}`]
  return to === undefined ? [] : [`at most ${to}${unit}`]
}

/** What else holds for a value: its description, lengths, form, value when left out. */
export function describeLimits(schema: JsonSchema): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema
  return [
    schema.description ?? '',
    ...describeRange(minLength, maxLength, ' characters'),
    ...describeRange(minItems, maxItems, ' items'),
    ...describeRange(minimum, maximum, ''),
    schema.format === undefined ? '' : `form: ${schema.format}`,
    schema.pattern === undefined ? '' : `pattern: ${schema.pattern}`,
    schema.default === undefined ? '' : `default: ${JSON.stringify(schema.default)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

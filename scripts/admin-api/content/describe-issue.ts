import * as v from 'valibot'
import { LOCALES } from '#api/language.ts'
import { computeEditDistance } from '../../lib/edit-distance.ts'
import { formatCount } from '../../lib/format-count.ts'
import { readNode, resolveOption, schemaAt, unwrap, type Schema } from './schema-tree.ts'

// Describes schema issues of a content file to editors: the actual value, the possible ones, and a fix if the
// cause is known.

type Issue = v.BaseIssue<unknown>
const MAX_SHOWN = 40

function show(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'fields'
  const text = String(value)
  const cut = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
  return typeof value === 'string' ? `"${cut}"` : cut
}

const isLocal = (keys: readonly string[]) => LOCALES.every((lang) => keys.includes(lang))

function readEntries(schema: Schema | undefined): Record<string, Schema> {
  const node = schema && readNode(unwrap(schema))
  return node?.kind === 'object' ? node.entries : {}
}

const listKeys = (schema: Schema | undefined): string[] => Object.keys(readEntries(schema))

const listRequired = (schema: Schema | undefined): string[] =>
  Object.entries(readEntries(schema)).flatMap(([key, entry]) =>
    readNode(entry).kind === 'optional' ? [] : [key],
  )

/** The locale that `zh`, `cn`, `zh-CN` or `EN` probably stands for. */
const guessLocale = (key: string): string | undefined =>
  LOCALES.find((lang) => lang.split('-').includes(key.toLowerCase().split(/[-_]/)[0] ?? ''))

const readPath = (issue: Issue) => (issue.path ?? []).map(({ key }) => key as string | number)

interface UnknownField {
  key: string
  /** Path of the object that has it. */
  parent: (string | number)[]
  /** The possible fields of the object. */
  possible: string[]
  /** The field that was probably meant, preferably one that is missing. */
  suggestion: string | undefined
}

function readUnknownField(issue: Issue, schema: Schema, data: unknown): UnknownField {
  const path = readPath(issue)
  const key = String(path.at(-1))
  const parent = path.slice(0, -1)
  const object: object = Object(issue.path?.at(-1)?.input)
  const parentSchema = schemaAt(schema, parent, data)
  const possible = listKeys(parentSchema && resolveOption(parentSchema, object))
  const similar = possible.filter((name) => computeEditDistance(name, key, 1) <= 1)
  const suggestion = similar.find((name) => !Object.hasOwn(object, name)) ?? similar[0]
  return { key, parent, possible, suggestion }
}

function describeUnknown({ key, possible, suggestion }: UnknownField): string {
  if (isLocal(possible)) {
    const lang = guessLocale(key)
    if (lang) return `There is no language "${key}". Write "${lang}".`
    return `"${key}" is not a language: only zh-cn and en are possible. If it is part of a text with a comma, put the text in quotes.`
  }
  if (suggestion) return `There is no field "${key}". Write "${suggestion}".`
  return `There is no field "${key}". Possible fields: ${possible.join(', ')}.`
}

function describeType(issue: Issue, schema: Schema | undefined): string {
  const actual = show(issue.input)
  const isChoice = issue.type === 'picklist' || issue.type === 'variant'
  if (isChoice && issue.expected !== 'Object') {
    const possible = String(issue.expected).replaceAll(/[()"]/g, '').replaceAll(' | ', ', ')
    return `${actual} is not allowed here. Allowed: ${possible}.`
  }
  const keys = listKeys(schema)
  if (isLocal(keys))
    return `Expected a text for each language, { ${LOCALES.map((lang) => `${lang}: …`).join(', ')} }; found ${actual}.`
  if (keys.length > 0) {
    return `Expected the fields ${listRequired(schema).join(', ')}; found ${actual}.`
  }
  switch (issue.type) {
    case 'string':
      if (typeof issue.input === 'object')
        return `Expected a text; found ${actual}. If the text begins with a special character or contains ": ", put it in quotes.`
      return `Expected a text; found ${actual}. Put it in quotes.`
    case 'number':
      return `Expected a number; found ${actual}.${typeof issue.input === 'string' ? ' Write it without quotes and units.' : ''}`
    case 'boolean':
      return `Expected true or false; found ${actual}.`
    case 'array':
      return `Expected a list, each entry on a line that begins with "- "; found ${actual}.`
    case 'variant':
      return `Expected a block, which begins with "type: "; found ${actual}.`
    default:
      return `Expected ${issue.expected}; found ${actual}.`
  }
}

/** Describes a value of the right type that breaks a rule of its field. */
function describeValue(issue: Issue & { requirement?: unknown }): string {
  const isList = Array.isArray(issue.input)
  const limit = String(issue.requirement)
  switch (issue.type) {
    case 'min_length':
      return isList
        ? `Expected at least ${formatCount(Number(limit), 'entry', 'entries')}.`
        : 'The text is empty.'
    case 'max_length':
      return isList
        ? `Expected at most ${formatCount(Number(limit), 'entry', 'entries')}.`
        : `The text has more than ${limit} characters.`
    case 'min_value':
      return `${show(issue.input)} is too small: the minimum is ${limit}.`
    case 'max_value':
      return `${show(issue.input)} is too large: the maximum is ${limit}.`
    case 'integer':
      return `${show(issue.input)} is not a whole number.`
    case 'email':
      return `${show(issue.input)} is not an e-mail address.`
    default: {
      const message = issue.message.replace(/^Invalid /, '')
      const isPart = typeof issue.input === 'object' && issue.input !== null
      return isPart
        ? `${message.replace(/^expected/, 'Expected')}.`
        : `${show(issue.input)}: ${message}.`
    }
  }
}

const isUnknownField = ({ kind, expected }: Issue) => kind === 'schema' && expected === 'never'
const isMissingField = ({ kind, input }: Issue) => kind === 'schema' && input === undefined

/**
 * Removes issues about missing fields whose name is misspelt: the misspelt name is reported already.
 * @param data the whole file
 */
export function omitMisspeltFields(
  issues: readonly Issue[],
  schema: Schema,
  data: unknown,
): readonly Issue[] {
  const misspelt = new Set<string>()
  for (const issue of issues.filter(isUnknownField)) {
    const field = readUnknownField(issue, schema, data)
    if (field.suggestion === undefined) continue
    misspelt.add([...field.parent, field.suggestion].join('.'))
  }
  return issues.filter(
    (issue) => !isMissingField(issue) || !misspelt.has(readPath(issue).join('.')),
  )
}

/** Describes an issue of a file. @param data the whole file */
export function describeIssue(issue: Issue, schema: Schema, data: unknown): string {
  const path = readPath(issue)
  if (isUnknownField(issue)) return describeUnknown(readUnknownField(issue, schema, data))
  if (path.length === 0 && (data ?? null) === null) {
    return 'The file is empty. "content init" writes a folder with an example of each kind.'
  }
  if (isMissingField(issue)) return `"${path.at(-1) ?? ''}" is missing.`
  if (issue.kind === 'schema') return describeType(issue, schemaAt(schema, path, data))
  return describeValue(issue)
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import { findFieldText } from './field-texts.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import type { Schema } from './schema-tree.ts'

/** Folder of the JSON Schemas in a content folder. */
const FOLDER = '.schemas'

const schemaName = (kind: string): string => `${kind.replace(/\.yaml$/, '')}.json`

/** The path of a file's schema, relative to the file; null if the file is not content. */
export function getSchemaPath(name: string): string | null {
  const [folder = '', file] = name.split('/')
  if (file === undefined) return name in SINGLE_FILES ? `./${FOLDER}/${schemaName(name)}` : null
  return folder in ITEM_FOLDERS ? `../${FOLDER}/${schemaName(folder)}` : null
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Adds descriptions to the properties of a JSON Schema. */
function describeFields<T extends object>(schema: T): T
function describeFields(schema: object): object {
  const entries = Object.entries(schema).map(([key, value]: [string, unknown]) => {
    if (!isObject(value)) return [key, value]
    if (Array.isArray(value)) {
      return [key, value.map((one: unknown) => (isObject(one) ? describeFields(one) : one))]
    }
    if (key !== 'properties') return [key, describeFields(value)]
    const properties = Object.entries(value).map(([name, property]: [string, unknown]) => {
      if (!isObject(property)) return [name, property]
      const description = findFieldText(name)
      return [name, { ...(description && { description }), ...describeFields(property) }]
    })
    return [key, Object.fromEntries(properties)]
  })
  return Object.fromEntries(entries)
}

/** Converts the schema of a kind of file, as used by the import, to JSON Schema. */
export function createJsonSchema(schema: Schema): object {
  // Rules that JSON Schema cannot express are checked by "content check" only.
  const json = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore', target: 'draft-07' })
  return describeFields(json)
}

/** Writes the JSON Schemas of all kinds of files into a content folder. @returns their paths in it */
export async function writeSchemas(root: string): Promise<string[]> {
  await mkdir(join(root, FOLDER), { recursive: true })
  const kinds = Object.entries<Schema>({ ...SINGLE_FILES, ...ITEM_FOLDERS })
  return Promise.all(
    kinds.map(async ([kind, schema]) => {
      const name = `${FOLDER}/${schemaName(kind)}`
      await writeFile(join(root, name), `${JSON.stringify(createJsonSchema(schema), null, 2)}\n`)
      return name
    }),
  )
}

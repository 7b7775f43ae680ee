import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import type { Schema } from './schema-tree.ts'

/** Where the JSON Schemas lie in a content folder. */
const FOLDER = '.schemas'

const schemaName = (kind: string): string => `${kind.replace(/\.yaml$/, '')}.json`

/** The schema of a file, relative to it, as editors find it; null for what is no content. */
export function schemaOf(name: string): string | null {
  const [folder = '', file] = name.split('/')
  if (file === undefined) return name in SINGLE_FILES ? `./${FOLDER}/${schemaName(name)}` : null
  return folder in ITEM_FOLDERS ? `../${FOLDER}/${schemaName(folder)}` : null
}

/** The JSON Schema of a kind of file, from the schema that the import itself uses. */
export function makeJsonSchema(schema: Schema): object {
  // Rules that JSON Schema does not know are left to "content check".
  return toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore', target: 'draft-07' })
}

/** Writes the JSON Schemas of all kinds of files into a content folder. @returns their paths in it */
export async function writeSchemas(root: string): Promise<string[]> {
  await mkdir(join(root, FOLDER), { recursive: true })
  const kinds = Object.entries<Schema>({ ...SINGLE_FILES, ...ITEM_FOLDERS })
  return Promise.all(
    kinds.map(async ([kind, schema]) => {
      const name = `${FOLDER}/${schemaName(kind)}`
      await writeFile(join(root, name), `${JSON.stringify(makeJsonSchema(schema), null, 2)}\n`)
      return name
    }),
  )
}

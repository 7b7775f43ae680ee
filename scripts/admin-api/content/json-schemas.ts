import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import { findFieldText } from './field-texts.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import type { Schema } from './schema-tree.ts'

/** Folder of the JSON Schemas in a content folder. */
const FOLDER = '.schemas'

const nameSchema = (kind: string): string => `${kind.replace(/\.yaml$/, '')}.json`

/** The path of a file's schema, relative to the file; null if the file is not content. */
export function getSchemaPath(name: string): string | null {
  const [folder = '', file] = name.split('/')
  if (file === undefined) return name in SINGLE_FILES ? `./${FOLDER}/${nameSchema(name)}` : null
  return folder in ITEM_FOLDERS ? `../${FOLDER}/${nameSchema(folder)}` : null
}

/** Converts the schema of a kind of file, as used by the import, to JSON Schema with descriptions. */
export function createJsonSchema(schema: Schema): object {
  return toJsonSchema(schema, {
    typeMode: 'input',
    // Rules that JSON Schema cannot express are checked by "content check" only.
    errorMode: 'ignore',
    target: 'draft-07',
    overrideSchema({ jsonSchema: { properties = {} } }) {
      for (const [name, property] of Object.entries(properties)) {
        const description = findFieldText(name)
        if (description) properties[name] = { description, ...Object(property) }
      }
      return undefined
    },
  })
}

/** Writes the JSON Schemas of all kinds of files into a content folder. @returns their paths in it */
export async function writeSchemas(root: string): Promise<string[]> {
  await mkdir(join(root, FOLDER), { recursive: true })
  const kinds = Object.entries<Schema>({ ...SINGLE_FILES, ...ITEM_FOLDERS })
  return Promise.all(
    kinds.map(async ([kind, schema]) => {
      const name = `${FOLDER}/${nameSchema(kind)}`
      await writeFile(join(root, name), `${JSON.stringify(createJsonSchema(schema), null, 2)}\n`)
      return name
    }),
  )
}

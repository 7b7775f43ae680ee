import { readFile } from 'node:fs/promises'
import * as v from 'valibot'

/** Reads a JSON file; undefined when it is missing, damaged or of another form. */
export async function readJsonFile<Schema extends v.GenericSchema<unknown, unknown>>(
  file: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  return result.success ? result.output : undefined
}

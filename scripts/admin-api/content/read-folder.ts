import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'

type Single = { [K in keyof typeof SINGLE_FILES]: v.InferOutput<(typeof SINGLE_FILES)[K]> }
type Items = {
  [K in keyof typeof ITEM_FOLDERS]: (v.InferOutput<(typeof ITEM_FOLDERS)[K]> & { slug: string })[]
}
export interface ContentFolder {
  root: string
  single: Single
  items: Items
}

/** All faults of a content folder together, each with file and field. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly faults: string[]
  constructor(faults: string[]) {
    super(`${faults.length} fault(s) in the content folder:\n${faults.join('\n')}`)
    this.faults = faults
  }
}

function readFile<T extends v.GenericSchema>(
  root: string,
  name: string,
  schema: T,
  faults: string[],
): v.InferOutput<T> | undefined {
  let data: unknown
  try {
    data = parse(readFileSync(join(root, name), 'utf8'))
  } catch (error) {
    faults.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
  const result = v.safeParse(schema, data)
  if (result.success) return result.output
  for (const issue of result.issues) {
    faults.push(`${name}: ${v.getDotPath(issue) ?? '(whole file)'}: ${issue.message}`)
  }
  return undefined
}

/**
 * Reads and validates every file of a content folder.
 * @throws ContentError naming each file and field that is wrong
 */
export function readContentFolder(root: string): ContentFolder {
  const faults: string[] = []
  const single: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(SINGLE_FILES)) {
    single[name] = readFile(root, name, schema, faults)
  }
  const items: Record<string, unknown[]> = {}
  for (const [folder, schema] of Object.entries(ITEM_FOLDERS)) {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).toSorted() : []
    items[folder] = names
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => {
        const item = readFile(root, `${folder}/${name}`, schema, faults)
        return item && { ...item, slug: name.replace(/\.yaml$/, '') }
      })
      .filter((item) => item !== undefined)
  }
  if (faults.length > 0) throw new ContentError(faults)
  return { root, single: single as Single, items: items as Items }
}

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type * as v from 'valibot'
import { checkNames, isItemFile } from './check-names.ts'
import { ContentError, type Fault } from './faults.ts'
import { ITEM_FOLDERS, SINGLE_FILES } from './format.ts'
import { readFile, type FileCache, type ReadFile } from './read-file.ts'

type Single = { [K in keyof typeof SINGLE_FILES]: v.InferOutput<(typeof SINGLE_FILES)[K]> }
type Items = {
  [K in keyof typeof ITEM_FOLDERS]: (v.InferOutput<(typeof ITEM_FOLDERS)[K]> & { slug: string })[]
}
export interface ContentFolder {
  root: string
  single: Single
  items: Items
}

/** A folder as read from disk. With faults it contains placeholders and must not be imported. */
export interface ReadFolder {
  folder: ContentFolder
  /** Faults of file names, and of files that do not match their schema. */
  faults: Fault[]
}

const HINT = '"npm run admin -- content init DIR" writes a folder as a starting point'

/** @throws ContentError if the folder does not exist or has no content */
function checkFolder(root: string): void {
  if (!existsSync(root)) throw new ContentError([], root, `There is no folder ${root}. ${HINT}.`)
  if (!statSync(root).isDirectory()) {
    throw new ContentError([], root, `${root} is a file: name the folder of the whole content.`)
  }
  const names = readdirSync(root)
  const isContent = names.some((name) => name in SINGLE_FILES || name in ITEM_FOLDERS)
  if (isContent) return
  const problem = names.length === 0 ? 'is empty' : 'has no content'
  throw new ContentError([], root, `The folder ${root} ${problem}. ${HINT}.`)
}

/**
 * Reads and validates every file of a content folder.
 * @throws ContentError if the folder does not exist or has no content
 */
export function readContentFolder(root: string, cache: FileCache = new Map()): ReadFolder {
  checkFolder(root)
  const faults: Fault[] = checkNames(root)
  const take = ({ data, faults: own }: ReadFile) => {
    faults.push(...own)
    return data
  }
  const single: Record<string, object> = {}
  for (const [name, schema] of Object.entries(SINGLE_FILES)) {
    single[name] = take(readFile(join(root, name), name, schema, cache))
  }
  const items: Record<string, object[]> = {}
  for (const [folder, schema] of Object.entries(ITEM_FOLDERS)) {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).toSorted() : []
    items[folder] = names.filter(isItemFile).map((name) => ({
      ...take(readFile(join(root, folder, name), `${folder}/${name}`, schema, cache)),
      slug: name.replace(/\.yaml$/, ''),
    }))
  }
  // Every part was checked against its schema, or repaired to fit it.
  return { folder: { root, single, items } as unknown as ContentFolder, faults }
}

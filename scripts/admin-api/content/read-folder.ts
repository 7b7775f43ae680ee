import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { ContentError, type Fault } from './faults.ts'
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

interface CachedFile {
  stamp: string
  outcome: Outcome
}
type Outcome = { kind: 'valid'; data: object } | { kind: 'faulty'; faults: Fault[] }

/** What files said when they were read before: only those that changed since are read again. */
export type FileCache = Map<string, CachedFile>

/** Tells one state of a file from another without reading it. */
export function readStamp(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : null
}

/** Checks data of a file against its schema. */
export function checkFile(name: string, schema: v.GenericSchema, data: unknown): Outcome {
  const result = v.safeParse(schema, data)
  if (result.success) return { kind: 'valid', data: { ...Object(result.output) } }
  const faults = result.issues.map((issue) => ({
    file: name,
    field: v.getDotPath(issue) ?? '(whole file)',
    message: issue.message,
  }))
  return { kind: 'faulty', faults }
}

function readFile(path: string, name: string, schema: v.GenericSchema): Outcome {
  let data: unknown
  try {
    data = parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'faulty', faults: [{ file: name, field: '(whole file)', message }] }
  }
  return checkFile(name, schema, data)
}

function readCached(root: string, name: string, schema: v.GenericSchema, cache: FileCache) {
  const path = join(root, name)
  const stamp = readStamp(path)
  const known = cache.get(path)
  if (known && known.stamp === stamp) return known.outcome
  const outcome = readFile(path, name, schema)
  if (stamp === null) cache.delete(path)
  else cache.set(path, { stamp, outcome })
  return outcome
}

/**
 * Reads and validates every file of a content folder.
 * @throws ContentError naming each file and field that is wrong
 */
export function readContentFolder(root: string, cache: FileCache = new Map()): ContentFolder {
  const faults: Fault[] = []
  const take = (outcome: Outcome) => {
    if (outcome.kind === 'valid') return outcome.data
    faults.push(...outcome.faults)
    return undefined
  }
  const single: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(SINGLE_FILES)) {
    single[name] = take(readCached(root, name, schema, cache))
  }
  const items: Record<string, unknown[]> = {}
  for (const [folder, schema] of Object.entries(ITEM_FOLDERS)) {
    const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).toSorted() : []
    items[folder] = names
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => {
        const item = take(readCached(root, `${folder}/${name}`, schema, cache))
        return item && { ...item, slug: name.replace(/\.yaml$/, '') }
      })
      .filter((item) => item !== undefined)
  }
  if (faults.length > 0) throw new ContentError(faults, root)
  return { root, single: single as Single, items: items as Items }
}

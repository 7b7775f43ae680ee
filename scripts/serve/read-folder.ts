import { statSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import * as v from 'valibot'
import { ExpectedError } from '../lib/expected-error.ts'
import { hashFile } from '../lib/hash-file.ts'
import { nullIfMissing } from '../lib/is-missing-file.ts'
import type { HeaderRecord } from './headers.ts'
import { createManifest, createManifestEntry, type Manifest } from './manifest.ts'

const MAX_CONCURRENT_READS = 8

/** The header map that the build writes into its folder: headers by file. Never served itself. */
export const PAGE_HEADERS_FILE = '_headers.json'
const PageHeadersSchema = v.record(v.string(), v.record(v.string(), v.string()))

/**
 * Reads the header map of a built folder.
 * @throws for an invalid map, because pages would lose their content security policy
 */
export async function readPageHeaders(folder: string): Promise<ReadonlyMap<string, HeaderRecord>> {
  const map = await nullIfMissing(readFile(path.join(folder, PAGE_HEADERS_FILE), 'utf8'))
  return new Map(Object.entries(v.parse(PageHeadersSchema, JSON.parse(map ?? '{}'))))
}

/**
 * Lists the files of a built folder, except hidden files, symbolic links and the header map.
 * @returns path on the site → file on disk
 */
export async function listSiteFiles(root: string): Promise<Map<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => [`/${path.relative(root, file).split(path.sep).join('/')}`, file] as const)
  return new Map(files.filter(([key]) => isPublic(key)))
}

/** Reads a built folder into a manifest. */
export async function readFolder(folder: string): Promise<Manifest> {
  const root = path.resolve(folder)
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) {
    throw new ExpectedError(`There is no folder ${folder}: "npm run build" creates dist.`)
  }
  const [files, headers] = await Promise.all([listSiteFiles(root), readPageHeaders(root)])
  const described = await pLimit(MAX_CONCURRENT_READS).map(files, async ([key, file]) =>
    createManifestEntry(key, file, await hashFile(file), headers.get(key) ?? {}),
  )
  return createManifest(described)
}

function isPublic(key: string): boolean {
  const hidden = key.split('/').some((part) => part.startsWith('.') && part !== '.well-known')
  return !hidden && key !== `/${PAGE_HEADERS_FILE}`
}

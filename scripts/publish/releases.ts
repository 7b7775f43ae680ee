import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'
import type { Headers } from '../serve/headers.ts'
import type { BuiltSite, StoredFile } from './built-site.ts'

/** What a release was made of. */
export interface Inputs {
  /** A hash over everything in the repository and the settings that pages are made of. */
  sources: string
  /** What tells this state of the content from another. */
  content: string
  /** Address of the API that the content comes from; empty for the embedded one. */
  api?: string | undefined
}

/** A whole site that can be served: names of contents in the store. */
export interface Release extends Inputs, Pick<BuiltSite, 'files' | 'headers'> {
  id: string
  /** ISO time at which its build began: what was edited later is not in it. */
  createdAt: string
}

/** Which release is live. */
export interface Pointer {
  id: string
  /** The release that was taken back for this one. */
  rolledBackFrom?: string | undefined
}

const IdSchema = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const HeadersSchema = v.record(v.string(), v.string())
/** Hash, size, and which of the header sets, if any. */
const EntrySchema = v.union([
  v.strictTuple([v.string(), v.number()]),
  v.strictTuple([v.string(), v.number(), v.number()]),
])
const ManifestSchema = v.object({
  id: IdSchema,
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  sources: v.string(),
  content: v.string(),
  api: v.optional(v.string()),
  headers: v.array(HeadersSchema),
  files: v.record(v.string(), EntrySchema),
})
const PointerSchema = v.object({ id: IdSchema, rolledBackFrom: v.optional(IdSchema) })

const folderOf = (dataDir: string) => path.join(dataDir, 'releases')
const manifestFile = (dataDir: string, id: string) => path.join(folderOf(dataDir), `${id}.json`)
const pointerFile = (dataDir: string) => path.join(dataDir, 'current.json')

/** A new name: sorted by time, readable in a listing. */
export function nameRelease(now: Date): string {
  return now
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.(\d+)Z/, '-$1')
}

/** The name of a release of this time that no other has. */
export async function findReleaseName(dataDir: string, time: Date): Promise<string> {
  const ids = new Set(await listReleases(dataDir))
  const name = nameRelease(time)
  const others = Array.from(ids, (_, index) => `${name}-${index + 2}`)
  return [name, ...others].find((id) => !ids.has(id)) ?? name
}

/** Writes a manifest in one step. The contents that it names must be on the disk. */
export async function writeRelease(dataDir: string, release: Release): Promise<void> {
  const { files, headers, ...about } = release
  const sets = new Map<string, number>()
  // Most pages share one object: it is read once.
  const numbers = new Map<Headers, number>()
  const numberOf = (set: Headers): number => {
    const number = numbers.get(set)
    if (number !== undefined) return number
    const key = JSON.stringify(set)
    const known = sets.get(key) ?? sets.size
    sets.set(key, known)
    numbers.set(set, known)
    return known
  }
  const entries = [...files].map(([name, { hash, size }]) => {
    const own = headers.get(name)
    return [name, own ? [hash, size, numberOf(own)] : [hash, size]] as const
  })
  const manifest = {
    ...about,
    files: Object.fromEntries(entries),
    headers: [...sets.keys()].map((key): unknown => JSON.parse(key)),
  }
  await writeFileAtomically(manifestFile(dataDir, release.id), JSON.stringify(manifest))
}

/** Reads a manifest; none when it is not there or damaged. */
export async function readRelease(dataDir: string, id: string): Promise<Release | undefined> {
  if (!v.is(IdSchema, id)) return undefined
  const result = v.safeParse(ManifestSchema, await readJson(manifestFile(dataDir, id)))
  if (!result.success) return undefined
  const { files, headers, ...about } = result.output
  const stored = new Map<string, StoredFile>()
  const named = new Map<string, Headers>()
  for (const [name, [hash, size, set]] of Object.entries(files)) {
    stored.set(name, { hash, size })
    const own = set === undefined ? undefined : headers[set]
    if (own) named.set(name, own)
  }
  return { ...about, files: stored, headers: named }
}

/** Says which release is live from now on, in one step. */
export async function writePointer(dataDir: string, pointer: Pointer): Promise<void> {
  await writeFileAtomically(pointerFile(dataDir), JSON.stringify(pointer))
}

/** Which release is live; none at a first start. */
export async function readPointer(dataDir: string): Promise<Pointer | undefined> {
  const pointer = v.safeParse(PointerSchema, await readJson(pointerFile(dataDir)))
  return pointer.success ? pointer.output : undefined
}

/** The live release, or none: at a first start, or when its manifest is gone. */
export async function readCurrentRelease(dataDir: string): Promise<Release | undefined> {
  const pointer = await readPointer(dataDir)
  return pointer && readRelease(dataDir, pointer.id)
}

/** The names of all releases that there is a manifest of, the newest first. */
export async function listReleases(dataDir: string): Promise<string[]> {
  const names = await readdir(folderOf(dataDir)).catch(() => [])
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
  return ids.filter((id) => v.is(IdSchema, id)).toSorted((a, b) => b.localeCompare(a, 'en'))
}

/**
 * The hashes that a manifest names, without reading what they are of.
 * @throws when it cannot be read: what it names must then not be taken for unused
 */
export async function readHashes(dataDir: string, id: string): Promise<string[]> {
  const text = await readFile(manifestFile(dataDir, id), 'utf8')
  return text.match(/(?<=\[")[0-9a-f]{64}(?=",)/g) ?? []
}

export async function removeRelease(dataDir: string, id: string): Promise<void> {
  await rm(manifestFile(dataDir, id), { force: true })
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

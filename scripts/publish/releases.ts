import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { nullIfMissing } from '../lib/is-missing-file.ts'
import { readJsonFile } from '../lib/read-json-file.ts'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'
import type { HeaderRecord } from '../serve/headers.ts'
import type { SiteFiles, StoredFile } from './built-site.ts'
import { nameManifest, POINTER_FILE, RELEASES_FOLDER } from './release-files.ts'

const IdSchema = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const TimeSchema = v.pipe(v.string(), v.isoTimestamp())
const HeadersSchema = v.record(v.string(), v.string())
/** Hash, size and the index of the header set, if any. */
const EntrySchema = v.union([
  v.strictTuple([v.string(), v.number()]),
  v.strictTuple([v.string(), v.number(), v.number()]),
])
const InputsSchema = v.object({
  /** Hash over the sources and settings that affect pages. */
  sources: v.string(),
  /** Version of the content (`readContentVersion`). */
  content: v.string(),
  /** Address of the external API; empty for the embedded one. */
  api: v.optional(v.string()),
})
/** The inputs of a release. */
export type Inputs = v.InferOutput<typeof InputsSchema>

const ManifestSchema = v.object({
  id: IdSchema,
  /** Time at which the build began: later edits are not part of the release. */
  createdAt: TimeSchema,
  ...InputsSchema.entries,
  headers: v.array(HeadersSchema),
  files: v.record(v.string(), EntrySchema),
})
/** A complete site: paths and the hashes of their contents in the store. */
export type Release = Omit<v.InferOutput<typeof ManifestSchema>, keyof SiteFiles> & SiteFiles

const HeldSchema = v.object({
  /** Version of the content that includes these changes. */
  content: v.string(),
  /** Time of the newest change. */
  at: TimeSchema,
})
export type HeldChanges = v.InferOutput<typeof HeldSchema>

const PointerSchema = v.object({
  id: IdSchema,
  /** The release that was live before the rollback, or before the first of several. */
  rolledBackFrom: v.optional(IdSchema),
  /** Scheduled changes that are held until the rollback ends. */
  held: v.optional(HeldSchema),
})
/** Points to the live release. */
export type Pointer = v.InferOutput<typeof PointerSchema>

const getFolder = (dataDir: string) => path.join(dataDir, RELEASES_FOLDER)
const getManifestFile = (dataDir: string, id: string) => path.join(dataDir, nameManifest(id))
const getPointerFile = (dataDir: string) => path.join(dataDir, POINTER_FILE)

/** Creates a release id that sorts by time. */
export function nameRelease(now: Date): string {
  return now
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.(\d+)Z/, '-$1')
}

/** Finds an unused id for a release of this time. */
export async function findReleaseName(dataDir: string, time: Date): Promise<string> {
  const ids = new Set(await listReleases(dataDir))
  const name = nameRelease(time)
  const others = Array.from(ids, (_, index) => `${name}-${index + 2}`)
  return [name, ...others].find((id) => !ids.has(id)) ?? name
}

/** Writes a manifest atomically. Its contents must be on disk already. */
export async function writeRelease(dataDir: string, release: Release): Promise<void> {
  const { files, headers, ...metadata } = release
  const sets = new Map<string, number>()
  // Most pages share one headers object: it is serialised once.
  const numbers = new Map<HeaderRecord, number>()
  const getNumber = (set: HeaderRecord): number => {
    const number = numbers.get(set)
    if (number !== undefined) return number
    const key = JSON.stringify(set)
    const index = sets.get(key) ?? sets.size
    sets.set(key, index)
    numbers.set(set, index)
    return index
  }
  const entries = [...files].map(([name, { hash, size }]) => {
    const own = headers.get(name)
    return [name, own ? [hash, size, getNumber(own)] : [hash, size]] as const
  })
  const manifest = {
    ...metadata,
    files: Object.fromEntries(entries),
    headers: [...sets.keys()].map((key): unknown => JSON.parse(key)),
  }
  await writeFileAtomically(getManifestFile(dataDir, release.id), JSON.stringify(manifest))
}

/** Reads a manifest; undefined when it is missing or damaged. */
export async function readRelease(dataDir: string, id: string): Promise<Release | undefined> {
  if (!v.is(IdSchema, id)) return undefined
  const manifest = await readJsonFile(getManifestFile(dataDir, id), ManifestSchema)
  if (!manifest) return undefined
  const { files, headers, ...metadata } = manifest
  const stored = new Map<string, StoredFile>()
  const named = new Map<string, HeaderRecord>()
  for (const [name, [hash, size, set]] of Object.entries(files)) {
    stored.set(name, { hash, size })
    const own = set === undefined ? undefined : headers[set]
    if (own) named.set(name, own)
  }
  return { ...metadata, files: stored, headers: named }
}

/** Sets the live release atomically. */
export async function writePointer(dataDir: string, pointer: Pointer): Promise<void> {
  await writeFileAtomically(getPointerFile(dataDir), JSON.stringify(pointer))
}

/** Reads the pointer to the live release; undefined at a first start. */
export const readPointer = (dataDir: string): Promise<Pointer | undefined> =>
  readJsonFile(getPointerFile(dataDir), PointerSchema)

/** Parses a pointer; undefined when the text is missing or invalid. */
export function parsePointer(text: string | undefined): Pointer | undefined {
  const pointer = v.safeParse(v.pipe(v.string(), v.parseJson(), PointerSchema), text)
  return pointer.success ? pointer.output : undefined
}

/** Reads the live release; undefined at a first start or when its manifest is missing. */
export async function readCurrentRelease(dataDir: string): Promise<Release | undefined> {
  const pointer = await readPointer(dataDir)
  return pointer && readRelease(dataDir, pointer.id)
}

/** Lists the ids of all releases, newest first. */
export async function listReleases(dataDir: string): Promise<string[]> {
  const names = (await nullIfMissing(readdir(getFolder(dataDir)))) ?? []
  const ids = names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5))
  return ids.filter((id) => v.is(IdSchema, id)).toSorted((a, b) => b.localeCompare(a, 'en'))
}

/**
 * Reads the content hashes of a manifest without parsing it.
 * @throws when the manifest cannot be read, so that its contents are not collected as garbage
 */
export async function readHashes(dataDir: string, id: string): Promise<string[]> {
  const text = await readFile(getManifestFile(dataDir, id), 'utf8')
  return text.match(/(?<=\[")[0-9a-f]{64}(?=",)/g) ?? []
}

export async function removeRelease(dataDir: string, id: string): Promise<void> {
  await rm(getManifestFile(dataDir, id), { force: true })
}

import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'

const ReleaseSchema = v.object({
  /** Name of its folder below `releases/`. */
  id: v.pipe(v.string(), v.regex(/^[\w-]+$/)),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** What it was built from: hashes of the sources and of the content. */
  sources: v.string(),
  content: v.string(),
})
export type Release = v.InferOutput<typeof ReleaseSchema>

const PointerSchema = v.object({ id: v.string() })

/** Open tabs ask for the assets of their release this long. */
export const KEEP_RELEASES_MS = 7 * 24 * 3_600_000

const pointerFile = (dataDir: string) => path.join(dataDir, 'current.json')
const recordFile = (dataDir: string, id: string) => `${releaseFolder(dataDir, id)}.json`

/** The folder that a release is built into. */
export function releaseFolder(dataDir: string, id: string): string {
  return path.resolve(dataDir, 'releases', id)
}

/** A new name: sorted by time, readable in a listing. */
export function nameRelease(now: Date): string {
  return now
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.(\d+)Z/, '-$1')
}

/** The live release, or none: at a first start, or when its folder or record is gone. */
export async function readCurrentRelease(dataDir: string): Promise<Release | undefined> {
  const pointer = v.safeParse(PointerSchema, await readJson(pointerFile(dataDir)))
  if (!pointer.success) return undefined
  const releases = await listReleases(dataDir)
  return releases.find((release) => release.id === pointer.output.id)
}

/** The releases that are whole, the newest first. A build that broke off has no record. */
export async function listReleases(dataDir: string): Promise<Release[]> {
  const names = await readNames(path.join(dataDir, 'releases'))
  const folders = names.filter((name) => !name.endsWith('.json'))
  const records = await Promise.all(folders.map((id) => readJson(recordFile(dataDir, id))))
  return records
    .map((record) => v.safeParse(ReleaseSchema, record))
    .flatMap((result) => (result.success ? [result.output] : []))
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
}

/** Makes a built release the live one: its record first, then the pointer, each in one step. */
export async function publishRelease(dataDir: string, release: Release): Promise<void> {
  await writeFileAtomically(recordFile(dataDir, release.id), JSON.stringify(release))
  await writeFileAtomically(pointerFile(dataDir), JSON.stringify({ id: release.id }))
}

/** Removes builds that broke off, and releases that no open tab can need. */
export async function removeOldReleases(dataDir: string, live: string, now: Date): Promise<void> {
  const young = (await listReleases(dataDir))
    .filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) < KEEP_RELEASES_MS)
    .map(({ id }) => id)
  const kept = new Set([live, ...young])
  for (const name of await readNames(path.join(dataDir, 'releases'))) {
    if (kept.has(name.replace(/(?:\.headers)?\.json$/, ''))) continue
    await rm(path.join(dataDir, 'releases', name), { recursive: true, force: true })
  }
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildConfig } from '#content/build-config.ts'
import { fetchMedia } from './fetch-media.ts'
import { writeAtomically } from './write-atomically.ts'

// Files referenced by pages: generated once, cached by content hash, copied into the release by
// `media-files.ts`. Pages are rendered in a separate bundle, so the list of needed files is shared through
// `globalThis`.

const NEEDED = Symbol.for('entracte.media-files')
const DOWNLOADS = Symbol.for('entracte.downloads')
/** A downloaded file of the API; its content is read from the cache on demand. */
interface Download {
  hash: string
  /** Whether the response was `immutable`. */
  isFixed: boolean
  read: () => Promise<Uint8Array>
}
const shared = globalThis as {
  [NEEDED]?: Map<string, string>
  [DOWNLOADS]?: Map<string, Promise<Download>>
}

/** Files referenced by the pages rendered so far: site path → path in the cache. */
export function neededFiles(): Map<string, string> {
  return (shared[NEEDED] ??= new Map())
}

export const hashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** The cache path of a site file. */
export const cachedFile = (path: string): string => join(buildConfig.cacheDir, 'site', path)

const running = new Map<string, Promise<void>>()

/**
 * Ensures that a file of the site exists, generating it only if it is not cached.
 * @param path site path such as `images/ab12-828.webp`, which contains the content hash
 * @returns the site URL of the file
 */
export async function ensureFile(path: string, make: () => Promise<Uint8Array>): Promise<string> {
  const address = `/${path}`
  if (neededFiles().has(path)) return address
  const cached = cachedFile(path)
  const job = running.get(path) ?? makeFile(cached, make)
  running.set(path, job)
  try {
    await job
  } finally {
    running.delete(path)
  }
  neededFiles().set(path, cached)
  return address
}

async function makeFile(cached: string, make: () => Promise<Uint8Array>): Promise<void> {
  // Synchronous, which takes a tenth of the time: nearly all files exist.
  if (existsSync(cached)) return
  await writeAtomically(cached, await make())
}

const downloads = (): Map<string, Promise<Download>> => (shared[DOWNLOADS] ??= new Map())

/** Clears downloads that may have changed, so that they are requested again. */
export async function clearDownloads(): Promise<void> {
  for (const [address, file] of downloads()) {
    if (!(await file).isFixed) downloads().delete(address)
  }
}

/**
 * Downloads a media file of the admin API, once per build and only if it has changed.
 * @param address absolute URL of the file
 */
export function download(address: string): Promise<Download> {
  const known = downloads().get(address)
  if (known) return known
  const file = fetchFile(address)
  downloads().set(address, file)
  file.catch(() => downloads().delete(address))
  return file
}

async function fetchFile(address: string): Promise<Download> {
  const stem = join(buildConfig.cacheDir, 'downloads', hashOf(address))
  const etag = await readFile(`${stem}.etag`, 'utf8').catch(() => null)
  const { status, headers, bytes } = await fetchMedia(address, {
    apiOrigin: new URL(buildConfig.adminApiUrl).origin,
    headers: etag ? { 'if-none-match': etag } : {},
  })
  const isFixed = /\bimmutable\b/.test(headers.get('cache-control') ?? '')
  const read = () => readFile(stem)
  if (status === 304) return { hash: hashOf(await read()), isFixed, read }
  if (status < 200 || status > 299) throw new Error(`${address} responded with status ${status}`)
  await mkdir(dirname(stem), { recursive: true })
  await writeFile(stem, bytes)
  await writeFile(`${stem}.etag`, headers.get('etag') ?? '')
  return { hash: hashOf(bytes), isFixed, read }
}

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildConfig } from './build-config.ts'
import { fetchMedia } from './fetch-media.ts'
import { writeWhole } from './write-whole.ts'

// Files that pages refer to: made once, kept by content hash, copied into the release by
// `media-files.ts`. Pages are rendered in a bundle of their own, so the list of files that a build
// needs is shared with the integration through `globalThis`.

const NEEDED = Symbol.for('entracte.media-files')
const DOWNLOADS = Symbol.for('entracte.downloads')
/** A file of the API: what it holds lies in the cache until somebody wants it. */
interface Download {
  hash: string
  /** Whether the API said that this address will never hold anything else. */
  isFixed: boolean
  read: () => Promise<Uint8Array>
}
const shared = globalThis as {
  [NEEDED]?: Map<string, string>
  [DOWNLOADS]?: Map<string, Promise<Download>>
}

/** Files that the pages rendered so far refer to: path below the site root → file in the cache. */
export function neededFiles(): Map<string, string> {
  return (shared[NEEDED] ??= new Map())
}

export const hashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** Where the cache holds a file of the site. */
export const cachedFile = (path: string): string => join(buildConfig.cacheDir, 'site', path)

const underWay = new Map<string, Promise<void>>()

/**
 * Makes sure that a file of the site exists, making it only if the cache lacks it.
 * @param path path below the site root, e.g. `images/ab12-828.webp`; its name holds the content hash
 * @returns the address of the file on the site
 */
export async function ensureFile(path: string, make: () => Promise<Uint8Array>): Promise<string> {
  const address = `/${path}`
  if (neededFiles().has(path)) return address
  const cached = cachedFile(path)
  const job = underWay.get(path) ?? makeFile(cached, make)
  underWay.set(path, job)
  try {
    await job
  } finally {
    underWay.delete(path)
  }
  neededFiles().set(path, cached)
  return address
}

async function makeFile(cached: string, make: () => Promise<Uint8Array>): Promise<void> {
  // Nearly all are there: to ask without waiting takes a tenth of the time.
  if (existsSync(cached)) return
  await writeWhole(cached, await make())
}

const downloads = (): Map<string, Promise<Download>> => (shared[DOWNLOADS] ??= new Map())

/** From now on files of the API may have changed, and are asked for again. */
export async function forgetDownloads(): Promise<void> {
  for (const [address, file] of downloads()) {
    if (!(await file).isFixed) downloads().delete(address)
  }
}

/**
 * Reads a media file of the admin API, asking only once a build and only if it changed.
 * @param address absolute address of the file
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
  if (status < 200 || status > 299) throw new Error(`${address} answered ${status}`)
  await mkdir(dirname(stem), { recursive: true })
  await writeFile(stem, bytes)
  await writeFile(`${stem}.etag`, headers.get('etag') ?? '')
  return { hash: hashOf(bytes), isFixed, read }
}

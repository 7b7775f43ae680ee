import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buildConfig } from './build-config.ts'

// Files that pages refer to: made once, kept by content hash, copied into the release by
// `media-files.ts`. Pages are rendered in a bundle of their own, so the list of files that a build
// needs is shared with the integration through `globalThis`.

const NEEDED = Symbol.for('entracte.media-files')
const DOWNLOADS = Symbol.for('entracte.downloads')
type Download = Promise<{ bytes: Uint8Array; hash: string }>
const shared = globalThis as {
  [NEEDED]?: Map<string, string>
  [DOWNLOADS]?: Map<string, Download>
}

/** Files that the pages rendered so far refer to: path below the site root → file in the cache. */
export function neededFiles(): Map<string, string> {
  return (shared[NEEDED] ??= new Map())
}

export const hashOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16)

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

const underWay = new Map<string, Promise<void>>()

/**
 * Makes sure that a file of the site exists, making it only if the cache lacks it.
 * @param path path below the site root, e.g. `images/ab12-828.webp`; its name holds the content hash
 * @returns the address of the file on the site
 */
export async function ensureFile(path: string, make: () => Promise<Uint8Array>): Promise<string> {
  const cached = join(buildConfig.cacheDir, 'site', path)
  const job = underWay.get(path) ?? makeFile(cached, make)
  underWay.set(path, job)
  await job
  neededFiles().set(path, cached)
  return `/${path}`
}

async function makeFile(cached: string, make: () => Promise<Uint8Array>): Promise<void> {
  if (await exists(cached)) return
  const bytes = await make()
  await mkdir(dirname(cached), { recursive: true })
  // A half-written file must never be taken for a whole one.
  const draft = `${cached}.${process.pid}.draft`
  await writeFile(draft, bytes)
  await rename(draft, cached)
}

const downloads = (): Map<string, Download> => (shared[DOWNLOADS] ??= new Map())

/** From now on files of the API may have changed, and are asked for again. */
export const forgetDownloads = (): void => downloads().clear()

/**
 * Reads a media file of the admin API, asking only once a build and only if it changed.
 * @param address absolute address of the file
 */
export function download(address: string): Download {
  const known = downloads().get(address) ?? fetchFile(address)
  downloads().set(address, known)
  return known
}

async function fetchFile(address: string): Download {
  const stem = join(buildConfig.cacheDir, 'downloads', hashOf(address))
  const etag = await readFile(`${stem}.etag`, 'utf8').catch(() => null)
  const response = await fetch(address, {
    headers: etag ? { 'if-none-match': etag } : {},
    signal: AbortSignal.timeout(30_000),
  })
  if (response.status === 304) {
    const bytes = await readFile(stem)
    return { bytes, hash: hashOf(bytes) }
  }
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  await mkdir(dirname(stem), { recursive: true })
  await writeFile(stem, bytes)
  await writeFile(`${stem}.etag`, response.headers.get('etag') ?? '')
  return { bytes, hash: hashOf(bytes) }
}

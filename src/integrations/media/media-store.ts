import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildConfig } from '#content/build-config.ts'
import { shareState } from './share-state.ts'
import { writeAtomically } from './write-atomically.ts'

// Files referenced by pages: generated once, cached by content hash, copied into the release by
// `media-files.ts`.

/** Files referenced by the pages rendered so far: site path → path in the cache. */
export const neededFiles = shareState('media-files', () => new Map<string, string>())

export const hashContent = (bytes: Uint8Array | string): string =>
  hash('sha256', bytes).slice(0, 16)

/** The cache path of a site file. */
export const getCachedFile = (path: string): string => join(buildConfig.cacheDir, 'site', path)

const running = new Map<string, Promise<void>>()

/**
 * Ensures that a file of the site exists, generating it only if it is not cached.
 * @param path site path such as `images/ab12-828.webp`, which contains the content hash
 * @returns the site URL of the file
 */
export async function ensureFile(path: string, make: () => Promise<Uint8Array>): Promise<string> {
  const address = `/${path}`
  if (neededFiles.has(path)) return address
  const cached = getCachedFile(path)
  const job = running.get(path) ?? makeFile(cached, make)
  running.set(path, job)
  try {
    await job
  } finally {
    running.delete(path)
  }
  neededFiles.set(path, cached)
  return address
}

async function makeFile(cached: string, make: () => Promise<Uint8Array>): Promise<void> {
  // The synchronous check takes a tenth of the time, and nearly all files exist.
  if (existsSync(cached)) return
  await writeAtomically(cached, await make())
}

import { existsSync } from 'node:fs'
import pLimit from 'p-limit'
import { cachedFile, ensureFile, neededFiles } from './media-store.ts'

// Files that pages refer to and that need not exist when the pages are first shown: each is made at the
// first request for it, or behind the pages. Pages are rendered in a bundle of their own, so that the list
// is shared through `globalThis`.

interface Deferral {
  isOn: boolean
  /** What makes each file, by its path below the site root. */
  jobs: Map<string, () => Promise<unknown>>
}

const DEFERRAL = Symbol.for('entracte.deferred-files')
const shared = globalThis as { [DEFERRAL]?: Deferral }
const deferral = (): Deferral => (shared[DEFERRAL] ??= { isOn: false, jobs: new Map() })

/** From now on `ensureFileLater` leaves files for later, or makes them at once (the default). */
export function deferFiles(isOn: boolean): void {
  deferral().isOn = isOn
}

/**
 * As `ensureFile`; while files are deferred, one that the cache lacks is made later.
 * @returns the address of the file on the site
 */
export async function ensureFileLater(
  path: string,
  make: () => Promise<Uint8Array>,
): Promise<string> {
  const { isOn, jobs } = deferral()
  if (!isOn || neededFiles().has(path) || existsSync(cachedFile(path))) {
    return ensureFile(path, make)
  }
  jobs.set(path, () => ensureFile(path, make))
  return `/${path}`
}

/**
 * Makes a deferred file at once.
 * @returns the file in the cache; nothing when no page has referred to it
 */
export async function makeDeferred(path: string): Promise<string | undefined> {
  const { jobs } = deferral()
  await jobs.get(path)?.()
  jobs.delete(path)
  return neededFiles().get(path)
}

/**
 * Makes all deferred files.
 * @param atOnce how many at a time
 * @param onMade told after each
 */
export async function makeAllDeferred(
  atOnce: number,
  onMade: (done: number, total: number) => void,
): Promise<void> {
  const paths = [...deferral().jobs.keys()]
  let done = 0
  await pLimit(atOnce).map(paths, async (path) => {
    await makeDeferred(path)
    done += 1
    onMade(done, paths.length)
  })
}

/** Whether a file waits to be made. */
export const isDeferred = (path: string): boolean => deferral().jobs.has(path)

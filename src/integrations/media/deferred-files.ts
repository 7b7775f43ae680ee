import { existsSync } from 'node:fs'
import pLimit from 'p-limit'
import { getCachedFile, ensureFile, neededFiles } from './media-store.ts'
import { shareState } from './share-state.ts'

// Deferred files: referenced by pages, but generated at the first request or in the background.

const deferral = shareState('deferred-files', () => ({
  isOn: false,
  /** Generators by site path. */
  jobs: new Map<string, () => Promise<unknown>>(),
}))

/** Sets whether `ensureFileLater` defers files; by default it generates them at once. */
export function deferFiles(isOn: boolean): void {
  deferral.isOn = isOn
}

/**
 * Like `ensureFile`, but defers files that are not cached, if deferring is on.
 * @returns the site URL of the file
 */
export async function ensureFileLater(
  path: string,
  make: () => Promise<Uint8Array>,
): Promise<string> {
  const { isOn, jobs } = deferral
  if (!isOn || neededFiles.has(path) || existsSync(getCachedFile(path))) {
    return ensureFile(path, make)
  }
  jobs.set(path, () => ensureFile(path, make))
  return `/${path}`
}

/**
 * Generates a deferred file now.
 * @returns its path in the cache; undefined when no page references it
 */
export async function makeDeferred(path: string): Promise<string | undefined> {
  const { jobs } = deferral
  await jobs.get(path)?.()
  jobs.delete(path)
  return neededFiles.get(path)
}

/**
 * Generates all deferred files.
 * @param onMade called after each
 * @param signal stops before the next file
 * @throws the reason of the signal
 */
export async function makeAllDeferred(
  concurrency: number,
  onMade: (done: number, total: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const paths = [...deferral.jobs.keys()]
  let done = 0
  await pLimit(concurrency).map(paths, async (path) => {
    signal?.throwIfAborted()
    await makeDeferred(path)
    done += 1
    onMade(done, paths.length)
  })
}

/** Counts the deferred files. */
export const countDeferred = (): number => deferral.jobs.size

/** Whether a file is deferred. */
export const isDeferred = (path: string): boolean => deferral.jobs.has(path)

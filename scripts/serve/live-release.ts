import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Logger } from '../lib/logger.ts'
import { readHashCache, writeHashCache } from './hash-files.ts'
import { keepOldAssets, readManifest, readOldAssets, type Manifest } from './manifest.ts'
import { createCompressor, type Compressor } from './precompress.ts'

export interface LiveRelease {
  getManifest(): Manifest
  compressor: Compressor
  /** Makes another release the live one, between two requests; hashed assets of before stay. */
  switchTo(root: string): Promise<void>
  /** Ends the work behind the requests. */
  close(): Promise<void>
}

interface OpenOptions {
  /** Where hashes and compressed variants are kept between starts. */
  cacheDir: string
  /** Folders of releases whose hashed assets open tabs may still ask for. */
  olderRoots?: readonly string[]
  logger: Logger
}

/** Opens a release for serving. Variants are made behind the first requests, not before them. */
export async function openRelease(root: string, options: OpenOptions): Promise<LiveRelease> {
  const { cacheDir, logger, olderRoots = [] } = options
  const hashCache = path.join(cacheDir, 'hashes.json')
  const compressed = path.join(cacheDir, 'compressed')
  const compressor = createCompressor(compressed, logger, Math.max(1, availableParallelism() - 1))
  const known = await readHashCache(hashCache)

  const first = await readManifest(root, known)
  const older = await Promise.all(olderRoots.map((folder) => readOldAssets(folder, known)))
  let live = keepOldAssets(first, older.flat())
  let tidied = Promise.resolve()
  await keepCaches()

  async function keepCaches(): Promise<void> {
    const warn = (error: unknown) => logger.warn({ err: error }, 'the caches are not up to date')
    await writeHashCache(hashCache, known).catch(warn)
    const files = [...live.files.values()]
    const warmed = Promise.all([tidied, compressor.warm(files)])
    tidied = warmed.then(() => compressor.prune(files)).catch(warn)
  }

  return {
    getManifest: () => live,
    compressor,
    async switchTo(nextRoot) {
      const next = await readManifest(nextRoot, known)
      live = keepOldAssets(next, live.files.values())
      await keepCaches()
      logger.info({ root: nextRoot, files: next.files.size }, 'release is live')
    },
    async close() {
      await compressor.close()
      await tidied
    },
  }
}

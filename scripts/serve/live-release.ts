import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Logger } from '../lib/logger.ts'
import {
  addRetiredAssets,
  createManifest,
  readErrorPages,
  type Manifest,
  type SiteFile,
} from './manifest.ts'
import { createCompressor } from './precompress.ts'
import { HOUR } from '../lib/durations.ts'

const PRUNE_EVERY_MS = HOUR

/**
 * Creates the live release of a server, which is empty until the first switch. Its variants are compressed in
 * the background.
 * @param cacheDir folder of the compressed variants
 */
export function createLiveRelease(cacheDir: string, logger: Logger) {
  const compressed = path.join(cacheDir, 'compressed')
  const compressor = createCompressor(compressed, logger, Math.max(1, availableParallelism() - 1))
  let live = createManifest([])
  let pruning = Promise.resolve()
  let prunedAt: number | undefined

  function makeVariants(files: Iterable<SiteFile>): void {
    const warmed = Promise.all([pruning, compressor.warm(files)])
    pruning = warmed
      .then(prune)
      .catch((error: unknown) => logger.warn({ err: error }, 'cannot prepare compressed variants'))
  }

  /** Listing all variants is slow, so pruning is throttled. */
  async function prune(): Promise<void> {
    const now = performance.now()
    if (prunedAt !== undefined && now - prunedAt < PRUNE_EVERY_MS) return
    prunedAt = now
    await compressor.prune(live.files.values())
  }

  return {
    getManifest: (): Manifest => live,
    compressor,
    /**
     * Switches to another release between two requests.
     * @param retired hashed assets of earlier releases, which open tabs still load
     */
    async switchTo(next: Manifest, retired: Iterable<SiteFile>): Promise<void> {
      const filesBefore = live.files
      live = addRetiredAssets(await readErrorPages(next), retired)
      const isNew = ({ path: name, hash }: SiteFile) => filesBefore.get(name)?.hash !== hash
      makeVariants([...live.files.values()].filter(isNew))
      logger.info({ files: next.files.size }, 'release is live')
    },
    /** Stops background work. */
    async close(): Promise<void> {
      await compressor.close()
      await pruning
    },
  }
}
export type LiveRelease = ReturnType<typeof createLiveRelease>

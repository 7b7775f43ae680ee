import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Logger } from '../lib/logger.ts'
import { addRetiredAssets, readErrorPages, type Manifest, type SiteFile } from './manifest.ts'
import { createCompressor } from './precompress.ts'

interface OpenOptions {
  /** Folder of compressed variants. */
  cacheDir: string
  /** Hashed assets of earlier releases, which open tabs still load. */
  retired?: Iterable<SiteFile>
  logger: Logger
}

const PRUNE_EVERY_MS = 3_600_000

/**
 * Opens a release for serving and compresses its variants in the background.
 * @param first empty before the first release of a data folder
 */
export async function openRelease(first: Manifest, options: OpenOptions) {
  const { cacheDir, logger, retired = [] } = options
  const compressed = path.join(cacheDir, 'compressed')
  const compressor = createCompressor(compressed, logger, Math.max(1, availableParallelism() - 1))
  let live = addRetiredAssets(await readErrorPages(first), retired)
  let pruning = Promise.resolve()
  let prunedAt: number | undefined
  makeVariants(live.files.values())

  function makeVariants(files: Iterable<SiteFile>): void {
    const warmed = Promise.all([pruning, compressor.warm(files)])
    pruning = warmed
      .then(prune)
      .catch((error: unknown) => logger.warn({ err: error }, 'cannot prepare compressed variants'))
  }

  /** Listing all variants is slow, so pruning is throttled. */
  async function prune(): Promise<void> {
    // Before the first switch, the variants of the release to come belong to no file.
    if (live.files.size === 0) return
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
     * @param nextRetired hashed assets of earlier releases, which open tabs still load
     */
    async switchTo(next: Manifest, nextRetired: Iterable<SiteFile>): Promise<void> {
      const filesBefore = live.files
      live = addRetiredAssets(await readErrorPages(next), nextRetired)
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
export type LiveRelease = Awaited<ReturnType<typeof openRelease>>

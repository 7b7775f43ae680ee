import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Logger } from '../lib/logger.ts'
import { keepOldAssets, readErrorPages, type Manifest, type SiteFile } from './manifest.ts'
import { createCompressor, type Compressor } from './precompress.ts'

export interface LiveRelease {
  getManifest(): Manifest
  compressor: Compressor
  /**
   * Makes another release the live one, between two requests.
   * @param retired hashed assets of releases before it, which open tabs still ask for
   */
  switchTo(next: Manifest, retired: Iterable<SiteFile>): Promise<void>
  /** Ends the work behind the requests. */
  close(): Promise<void>
}

interface OpenOptions {
  /** Where compressed variants are kept. */
  cacheDir: string
  /** Hashed assets of earlier releases, which open tabs may still ask for. */
  retired?: Iterable<SiteFile>
  logger: Logger
}

const PRUNE_EVERY_MS = 3_600_000

/** Opens a release for serving. Variants are made behind the first requests, not before them. */
export async function openRelease(first: Manifest, options: OpenOptions): Promise<LiveRelease> {
  const { cacheDir, logger, retired = [] } = options
  const compressed = path.join(cacheDir, 'compressed')
  const compressor = createCompressor(compressed, logger, Math.max(1, availableParallelism() - 1))
  let live = keepOldAssets(await readErrorPages(first), retired)
  let tidied = Promise.resolve()
  let pruned: number | undefined
  makeVariants(live.files.values())

  function makeVariants(files: Iterable<SiteFile>): void {
    const made = Promise.all([tidied, compressor.warm(files)])
    tidied = made
      .then(prune)
      .catch((error: unknown) => logger.warn({ err: error }, 'the variants are not up to date'))
  }

  /** Looking through all variants takes a while: not after every edit. */
  async function prune(): Promise<void> {
    const now = performance.now()
    if (pruned !== undefined && now - pruned < PRUNE_EVERY_MS) return
    pruned = now
    await compressor.prune(live.files.values())
  }

  return {
    getManifest: () => live,
    compressor,
    async switchTo(next, retiredNow) {
      const before = live.files
      live = keepOldAssets(await readErrorPages(next), retiredNow)
      const isNew = ({ path: name, hash }: SiteFile) => before.get(name)?.hash !== hash
      makeVariants([...next.files.values()].filter(isNew))
      logger.info({ files: next.files.size }, 'release is live')
    },
    async close() {
      await compressor.close()
      await tidied
    },
  }
}

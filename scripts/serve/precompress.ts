import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import pLimit from 'p-limit'
import { nullIfMissing } from '../lib/is-missing-file.ts'
import type { Logger } from '../lib/logger.ts'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'
import type { SiteFile } from './manifest.ts'
import type { Encoding } from './negotiate.ts'
import { DAY } from '../lib/durations.ts'

/** File name extensions of variants. */
export const EXTENSIONS: Record<Encoding, string> = { br: 'br', gzip: 'gz' }
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Variants of earlier releases are kept as long as their retired assets. */
const KEEP_UNUSED_MS = 7 * DAY

/**
 * Creates brotli and gzip variants at the highest quality and caches them in `cacheDir` by content hash.
 * Requested variants do not wait for background ones, because a large file takes seconds.
 * @param ahead number of concurrent background compressions
 */
export function createCompressor(cacheDir: string, logger: Logger, ahead = 1) {
  const inBackground = pLimit(ahead)
  const onRequest = pLimit(ahead + 1)
  /** Resolves when background compression may go on. */
  let otherWork: Promise<unknown> = Promise.resolve()
  /** Variants that exist, are compressed or were requested; not those that wait in the background. */
  const variants = new Map<string, Promise<string | undefined>>()
  let closed = false
  /** Whether the last compression failed: a full disk would cause a warning for each file. */
  let isFailing = false
  const getVariantFile = (file: SiteFile, encoding: Encoding) =>
    path.join(cacheDir, file.hash.slice(0, 2), `${file.hash}.${EXTENSIONS[encoding]}`)

  async function makeVariant(file: SiteFile, encoding: Encoding): Promise<string | undefined> {
    const target = getVariantFile(file, encoding)
    if (closed) return undefined
    try {
      if (!existsSync(target)) {
        await compressFile(file.file, encoding, target)
        isFailing = false
      }
      return target
    } catch (error) {
      const details = { err: error, path: file.path, encoding }
      if (!isFailing) logger.warn(details, 'cannot compress files, sent uncompressed')
      isFailing = true
      return undefined
    }
  }

  function find(
    file: SiteFile,
    encoding: Encoding,
    start: (make: () => Promise<string | undefined>) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const target = getVariantFile(file, encoding)
    const existing = variants.get(target)
    if (existing) return existing
    const variant = start(() => makeVariant(file, encoding))
    variants.set(target, variant)
    // A failure is retried at the next request: the disk may have space by then.
    void variant.then((result) => result ?? variants.delete(target))
    return variant
  }

  return {
    /** Finds or creates the compressed variant of a file. @returns its path; undefined if compression fails */
    find: (file: SiteFile, encoding: Encoding) => find(file, encoding, onRequest),
    /** Creates all variants in the background, the most requested files first. */
    async warm(files: Iterable<SiteFile>): Promise<void> {
      const sorted = [...files].toSorted((a, b) => rankFile(a) - rankFile(b))
      const pairs = sorted.flatMap((file) => file.encodings.map((encoding) => ({ file, encoding })))
      await inBackground.map(pairs, async ({ file, encoding }) => {
        await otherWork
        await find(file, encoding, (make) => make())
      })
    },
    /** Pauses background compression until other work has finished. */
    yieldTo(work: Promise<unknown>): void {
      otherWork = Promise.allSettled([otherWork, work]).then(() => undefined)
    },
    /** Deletes expired variants that belong to none of the files. */
    async prune(files: Iterable<SiteFile>): Promise<void> {
      const used = new Set([...files].map((file) => file.hash))
      for (const target of variants.keys()) {
        if (!used.has(getHash(target))) variants.delete(target)
      }
      if (!closed) await removeUnused(cacheDir, used, Date.now() - KEEP_UNUSED_MS)
    },
    /** Stops compression; resolves when running compressions have finished. */
    async close(): Promise<void> {
      closed = true
      await Promise.allSettled(variants.values())
    },
  }
}
export type Compressor = ReturnType<typeof createCompressor>

/** Writes the variant of a file at the highest quality. */
export async function compressFile(
  source: string,
  encoding: Encoding,
  target: string,
): Promise<void> {
  const content = await readFile(source)
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } =
    constants
  const packed =
    encoding === 'gzip'
      ? await compressGzip(content, { level: 9 })
      : await compressBrotli(content, {
          params: {
            [BROTLI_PARAM_QUALITY]: 11,
            [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
            [BROTLI_PARAM_SIZE_HINT]: content.length,
          },
        })
  await writeFileAtomically(target, packed)
}

/** Ranks assets first, then pages by depth: list pages are requested more often than item pages. */
function rankFile(file: SiteFile): number {
  return file.cacheClass === 'page' ? file.path.split('/').length : 0
}

/** The content hash of a variant. */
const getHash = (variant: string): string => path.basename(variant).split('.')[0] ?? ''

async function removeUnused(folder: string, used: Set<string>, before: number): Promise<void> {
  if (!existsSync(folder)) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || used.has(getHash(file))) continue
    // A temporary file may have been renamed since.
    const stats = await nullIfMissing(stat(file))
    if (stats && stats.mtimeMs < before) await rm(file, { force: true })
  }
}

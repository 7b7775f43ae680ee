import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createQueue } from '../lib/create-queue.ts'
import type { Logger } from '../lib/logger.ts'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'
import type { SiteFile } from './manifest.ts'
import type { Encoding } from './negotiate.ts'

export interface Compressor {
  /** The compressed variant of a file, made now if it is not there; none if that failed. */
  find(file: SiteFile, encoding: Encoding): Promise<string | undefined>
  /** Makes all variants behind the requests of visitors, the ones most asked for first. */
  warm(files: Iterable<SiteFile>): Promise<void>
  /** Makes none in advance until some other work is over. */
  yieldTo(work: Promise<unknown>): void
  /** Removes variants that are old and belong to none of the files. */
  prune(files: Iterable<SiteFile>): Promise<void>
  /** Makes no more variants; resolves when those that were begun are done. */
  close(): Promise<void>
}

const EXTENSIONS: Record<Encoding, string> = { br: 'br', gzip: 'gz' }
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Variants of older releases stay as long as their hashed assets do. */
const KEEP_UNUSED_MS = 7 * 24 * 3_600_000

/**
 * Makes brotli and gzip variants at the highest quality, each content once in its life: they lie in
 * `cacheDir` under the hash of the content. A variant that a visitor waits for goes before those that
 * are made in advance, and has a place of its own: a large file takes seconds.
 * @param ahead how many are made in advance at once
 */
export function createCompressor(cacheDir: string, logger: Logger, ahead = 1): Compressor {
  const queue = createQueue(ahead + 1, 1)
  const variants = new Map<string, Promise<string | undefined>>()
  /** Compressions that have begun; those that wait in the queue may wait for a whole build. */
  const underWay = new Set<Promise<void>>()
  let closed = false
  const variantFile = (file: SiteFile, encoding: Encoding) =>
    path.join(cacheDir, file.hash.slice(0, 2), `${file.hash}.${EXTENSIONS[encoding]}`)

  async function track(work: Promise<void>): Promise<void> {
    underWay.add(work)
    await work.finally(() => underWay.delete(work))
  }

  async function makeVariant(file: SiteFile, encoding: Encoding): Promise<string | undefined> {
    const target = variantFile(file, encoding)
    if (closed) return undefined
    try {
      if (!(await exists(target))) await track(compressFile(file.file, encoding, target))
      return target
    } catch (error) {
      logger.warn({ err: error, path: file.path, encoding }, 'could not compress, sent as it is')
      return undefined
    }
  }

  function find(file: SiteFile, encoding: Encoding, urgent = true): Promise<string | undefined> {
    const target = variantFile(file, encoding)
    const known = variants.get(target)
    if (known && urgent) queue.hasten(target)
    if (known) return known
    const made = queue.add(target, () => makeVariant(file, encoding), urgent)
    variants.set(target, made)
    // A failure is tried again at the next request: the disk may have room by then.
    void made.then((result) => result ?? variants.delete(target))
    return made
  }

  return {
    find: (file, encoding) => find(file, encoding),
    async warm(files) {
      const sorted = [...files].toSorted((a, b) => rankFile(a) - rankFile(b))
      const pairs = sorted.flatMap((file) => file.encodings.map((encoding) => ({ file, encoding })))
      await Promise.all(pairs.map(({ file, encoding }) => find(file, encoding, false)))
    },
    yieldTo: queue.yieldTo,
    async prune(files) {
      const used = new Set([...files].map((file) => file.hash))
      for (const target of variants.keys()) {
        if (!used.has(hashOf(target))) variants.delete(target)
      }
      if (!closed) await removeUnused(cacheDir, used, Date.now() - KEEP_UNUSED_MS)
    },
    async close() {
      closed = true
      await Promise.allSettled(underWay)
    },
  }
}

async function compressFile(source: string, encoding: Encoding, target: string): Promise<void> {
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

/** Assets serve every page; a route's own page is asked for more often than one of its items. */
function rankFile(file: SiteFile): number {
  return file.cacheClass === 'page' ? file.path.split('/').length : 0
}

/** The hash of the content that a variant is of. */
const hashOf = (variant: string): string => path.basename(variant).split('.')[0] ?? ''

async function removeUnused(folder: string, used: Set<string>, before: number): Promise<void> {
  if (!(await exists(folder))) return
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    if (!entry.isFile() || used.has(hashOf(file))) continue
    const { mtimeMs } = await stat(file)
    if (mtimeMs < before) await rm(file, { force: true })
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file)
    return true
  } catch {
    return false
  }
}

import { readFile, rm, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import pLimit from 'p-limit'
import { writeFileAtomically } from '../lib/write-file-atomically.ts'
import type { Encoding } from '../serve/negotiate.ts'
import type { SiteFile } from '../serve/manifest.ts'

const EXTENSIONS: Record<Encoding, string> = { br: 'br', gzip: 'gz' }
const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * Writes brotli and gzip variants next to each compressible file, for the static modules of nginx. Variants
 * newer than their file are kept; obsolete ones are deleted.
 * @returns the number of variants written
 */
export async function compressFiles(
  files: readonly SiteFile[],
  { atOnce, quality }: { atOnce: number; quality: number },
): Promise<number> {
  const plain = files.filter(({ encodings }) => encodings.length === 0)
  await pLimit(atOnce).map(plain, removeVariants)
  const variants = files.flatMap((file) => file.encodings.map((encoding) => ({ file, encoding })))
  const made = await pLimit(atOnce).map(variants, async ({ file, encoding }) => {
    const target = `${file.file}.${EXTENSIONS[encoding]}`
    if ((await changedAt(target)) > (await changedAt(file.file))) return false
    await writeFileAtomically(target, await compress(await readFile(file.file), encoding, quality))
    return true
  })
  return made.filter(Boolean).length
}

async function removeVariants({ file }: SiteFile): Promise<void> {
  for (const extension of Object.values(EXTENSIONS))
    await rm(`${file}.${extension}`, { force: true })
}

async function changedAt(file: string): Promise<number> {
  try {
    return (await stat(file)).mtimeMs
  } catch {
    return -1
  }
}

function compress(content: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(content, { level: Math.min(9, quality) })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: content.length }
  return compressBrotli(content, { params })
}

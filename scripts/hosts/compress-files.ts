import { rm, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import { nullIfMissing } from '../lib/is-missing-file.ts'
import type { SiteFile } from '../serve/manifest.ts'
import { compressFile, EXTENSIONS } from '../serve/precompress.ts'

/**
 * Writes brotli and gzip variants next to each compressible file, for the static modules of nginx. Variants
 * newer than their file are kept; obsolete ones are deleted.
 * @returns the number of variants written
 */
export async function compressFiles(files: readonly SiteFile[]): Promise<number> {
  const limit = pLimit(availableParallelism())
  const plain = files.filter(({ encodings }) => encodings.length === 0)
  await limit.map(plain, removeVariants)
  const variants = files.flatMap((file) => file.encodings.map((encoding) => ({ file, encoding })))
  const made = await limit.map(variants, async ({ file, encoding }) => {
    const target = `${file.file}.${EXTENSIONS[encoding]}`
    if ((await changedAt(target)) > (await changedAt(file.file))) return false
    await compressFile(file.file, encoding, target)
    return true
  })
  return made.filter(Boolean).length
}

async function removeVariants({ file }: SiteFile): Promise<void> {
  for (const extension of Object.values(EXTENSIONS))
    await rm(`${file}.${extension}`, { force: true })
}

const changedAt = async (file: string): Promise<number> =>
  (await nullIfMissing(stat(file)))?.mtimeMs ?? -1

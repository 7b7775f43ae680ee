import { createHash } from 'node:crypto'
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createManifestEntry } from '#scripts/serve/manifest.ts'
import { createCompressor } from '#scripts/serve/precompress.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'

async function makeText(folder: string, name: string, text = '戏'.repeat(2000)) {
  const file = path.join(folder, name)
  await writeFile(file, text)
  const hash = createHash('sha256').update(text).digest('hex')
  return createManifestEntry(`/${name}`, file, { size: Buffer.byteLength(text), hash }, {})
}

async function makeCompressor() {
  const folder = await makeFolder()
  const cacheDir = path.join(folder, 'compressed')
  const compressor = createCompressor(cacheDir, SILENT_LOGGER, 1)
  onTestFinished(compressor.close)
  return { folder, cacheDir, compressor }
}

test('creates compressed variants that decompress to the content, each once', async () => {
  const { folder, cacheDir, compressor } = await makeCompressor()
  const file = await makeText(folder, 'a.txt')
  const br = (await compressor.find(file, 'br')) ?? ''
  const gzip = (await compressor.find(file, 'gzip')) ?? ''
  const content = await readFile(file.file)
  expect(brotliDecompressSync(await readFile(br))).toEqual(content)
  expect(gunzipSync(await readFile(gzip))).toEqual(content)

  // A new compressor reuses them, even if the file is no longer readable.
  await rm(file.file)
  const next = createCompressor(cacheDir, SILENT_LOGGER)
  expect(await next.find(file, 'br')).toBe(br)
})

test('returns no variant if compression fails, and retries later', async () => {
  const { folder, compressor } = await makeCompressor()
  const file = await makeText(folder, 'a.txt')
  const content = await readFile(file.file)
  await rm(file.file)
  expect(await compressor.find(file, 'br')).toBeUndefined()
  await writeFile(file.file, content)
  expect(await compressor.find(file, 'br')).toMatch(/\.br$/)
})

test('a disk that stays full is logged once', async () => {
  const folder = await makeFolder()
  const cacheDir = path.join(folder, 'compressed')
  const warnings: unknown[] = []
  const logger = { ...SILENT_LOGGER, warn: (details: unknown) => void warnings.push(details) }
  const compressor = createCompressor(cacheDir, logger)
  onTestFinished(compressor.close)
  const make = (text: string) => makeText(folder, `${text}.txt`, text.repeat(2000))
  const files = await Promise.all(['1', '2', '3'].map(make))
  // A folder cannot be created in place of a file: every write fails.
  await writeFile(cacheDir, '')
  await compressor.warm(files)
  expect(warnings).toHaveLength(1)

  await rm(cacheDir)
  await compressor.warm(files)
  await rm(cacheDir, { recursive: true })
  await writeFile(cacheDir, '')
  await compressor.warm([await make('4')])
  expect(warnings).toHaveLength(2)
})

test('compresses a requested file before background work', async () => {
  const { folder, compressor } = await makeCompressor()
  const files = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      makeText(folder, `${index}.txt`, `${index}`.repeat(900)),
    ),
  )
  const order: string[] = []
  const warmed = compressor.warm(files).then(() => order.push('all'))
  const last = files.at(-1)
  if (last) await compressor.find(last, 'gzip').then(() => order.push('the last'))
  await warmed
  expect(order).toEqual(['the last', 'all'])
})

test('compresses only requested files while it yields to other work, and all once that work fails', async () => {
  const { folder, compressor } = await makeCompressor()
  const [ahead, requested] = await Promise.all([
    makeText(folder, 'ahead.txt', '1'.repeat(2000)),
    makeText(folder, 'requested.txt', '2'.repeat(2000)),
  ])
  const work = Promise.withResolvers<void>()
  compressor.yieldTo(work.promise)
  let isWarm = false
  const warmed = compressor.warm([ahead, requested]).then(() => (isWarm = true))
  expect(await compressor.find(requested, 'gzip')).toMatch(/\.gz$/)
  expect(isWarm).toBe(false)
  work.reject(new Error('no'))
  await warmed
  expect(await compressor.find(ahead, 'br')).toMatch(/\.br$/)
})

test('removes old compressed variants of removed files', async () => {
  const { folder, compressor } = await makeCompressor()
  const [used, unused, fresh] = await Promise.all(
    ['1', '2', '3'].map((text) => makeText(folder, `${text}.txt`, text.repeat(2000))),
  )
  if (!used || !unused || !fresh) throw new Error('three files were made')
  const variants = []
  for (const file of [used, unused, fresh]) variants.push((await compressor.find(file, 'br')) ?? '')
  const longAgo = new Date(0)
  for (const variant of variants.slice(0, 2)) await utimes(variant, longAgo, longAgo)
  await compressor.prune([used])
  const exists = await Promise.all(
    variants.map((variant) =>
      stat(variant).then(
        () => 1,
        () => 0,
      ),
    ),
  )
  expect(exists).toEqual([1, 0, 1])
})

test('compresses nothing after it is closed', async () => {
  const { folder, compressor } = await makeCompressor()
  const file = await makeText(folder, 'a.txt')
  await compressor.close()
  expect(await compressor.find(file, 'br')).toBeUndefined()
})

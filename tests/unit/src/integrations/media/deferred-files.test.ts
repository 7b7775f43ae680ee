import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { buildConfig } from '#content/build-config.ts'
import {
  countDeferred,
  deferFiles,
  ensureFileLater,
  makeAllDeferred,
  makeDeferred,
} from '#integrations/media/deferred-files.ts'
import { getCachedFile, neededFiles } from '#integrations/media/media-store.ts'

const originalCacheDir = buildConfig.cacheDir
function useEmptyCache(): void {
  buildConfig.cacheDir = mkdtempSync(join(tmpdir(), 'deferred-'))
}
afterEach(() => {
  deferFiles(false)
  neededFiles.clear()
  rmSync(buildConfig.cacheDir, { recursive: true, force: true })
  buildConfig.cacheDir = originalCacheDir
})

const picture = (text: string) =>
  vi.fn<() => Promise<Uint8Array>>(async () => new TextEncoder().encode(text))

test('generates a file at once unless files are deferred', async () => {
  useEmptyCache()
  expect(await ensureFileLater('images/a.webp', picture('a'))).toBe('/images/a.webp')
  expect(neededFiles.get('images/a.webp')).toBe(getCachedFile('images/a.webp'))
})

test('generates a deferred file once for concurrent requests', async () => {
  useEmptyCache()
  deferFiles(true)
  const make = picture('b')
  expect(await ensureFileLater('images/b.webp', make)).toBe('/images/b.webp')
  expect([make.mock.calls.length, neededFiles.has('images/b.webp')]).toEqual([0, false])
  const files = await Promise.all([makeDeferred('images/b.webp'), makeDeferred('images/b.webp')])
  expect(files).toEqual([getCachedFile('images/b.webp'), getCachedFile('images/b.webp')])
  expect([make.mock.calls.length, existsSync(getCachedFile('images/b.webp'))]).toEqual([1, true])
  expect(await makeDeferred('images/unknown.webp')).toBeUndefined()
})

test('generates all deferred files that are not cached', async () => {
  useEmptyCache()
  await ensureFileLater('images/old.webp', picture('old'))
  neededFiles.clear()
  deferFiles(true)
  const again = picture('old')
  await ensureFileLater('images/old.webp', again)
  for (const name of ['c', 'd', 'e']) await ensureFileLater(`images/${name}.webp`, picture(name))
  const progress: string[] = []
  await makeAllDeferred(2, (done, total) => progress.push(`${done} of ${total}`))
  expect(progress).toEqual(['1 of 3', '2 of 3', '3 of 3'])
  expect([...neededFiles.keys()].toSorted()).toEqual(
    ['c', 'd', 'e', 'old'].map((name) => `images/${name}.webp`),
  )
  expect(again).not.toHaveBeenCalled()
})

test('generates a file again after a failure', async () => {
  useEmptyCache()
  deferFiles(true)
  const make = vi
    .fn<() => Promise<Uint8Array>>()
    .mockRejectedValueOnce(new Error('busy'))
    .mockResolvedValue(new Uint8Array([1]))
  await ensureFileLater('images/f.webp', make)
  await expect(makeDeferred('images/f.webp')).rejects.toThrow('busy')
  expect(await makeDeferred('images/f.webp')).toBe(getCachedFile('images/f.webp'))
})

test('stops before the next file and continues where it stopped', async () => {
  useEmptyCache()
  deferFiles(true)
  const makes = ['g', 'h', 'i'].map(picture)
  for (const [at, make] of makes.entries()) await ensureFileLater(`images/${at}.webp`, make)
  const stop = new AbortController()
  await expect(makeAllDeferred(1, () => stop.abort(), stop.signal)).rejects.toThrow('aborted')
  expect([makes.map(({ mock }) => mock.calls.length), countDeferred()]).toEqual([[1, 0, 0], 2])
  await makeAllDeferred(1, () => {})
  expect([makes.map(({ mock }) => mock.calls.length), countDeferred()]).toEqual([[1, 1, 1], 0])
})

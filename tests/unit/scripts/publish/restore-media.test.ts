import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildConfig } from '#content/build-config.ts'
import { getCachedFile } from '#integrations/media/media-store.ts'
import { writeAtomically } from '#integrations/media/write-atomically.ts'
import { restoreMedia } from '#scripts/publish/live-builder/restore-media.ts'
import { writePointer, writeRelease } from '#scripts/publish/releases.ts'
import { openStore } from '#scripts/publish/store.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('fills the media cache from the live release, keeps existing files and finds the unchanged ones', async () => {
  using folder = createTemporaryFolder()
  const { cacheDir } = buildConfig
  buildConfig.cacheDir = path.join(folder.path, 'cache')
  onTestFinished(() => void (buildConfig.cacheDir = cacheDir))
  const store = openStore(folder.path)
  const id = '20261121T080000-000'
  expect(await restoreMedia(folder.path, store)).toEqual(new Map())

  const names = [
    '/index.html',
    '/images/ab-828.webp',
    '/images/cd-828.webp',
    '/fonts/serif-400-ab.woff2',
    '/media/lost.mp4',
  ]
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await store.put(name)] as const)),
  )
  files.set('/media/lost.mp4', { hash: '0'.repeat(64), size: 1 })
  const release = { id, createdAt: '2026-11-21T08:00:00.000Z', sources: 's', content: 'c' }
  await writeRelease(folder.path, { ...release, files, headers: new Map() })
  await writePointer(folder.path, { id })
  await writeAtomically(getCachedFile('images/ab-828.webp'), 'made here')
  await writeAtomically(getCachedFile('images/cd-828.webp'), '/images/cd-828.webp')

  const known = ['/images/cd-828.webp', '/fonts/serif-400-ab.woff2']
  expect(await restoreMedia(folder.path, store)).toEqual(
    new Map(known.map((name) => [name, files.get(name)])),
  )
  const read = (name: string) => readFileSync(getCachedFile(name), 'utf8')
  expect(read('fonts/serif-400-ab.woff2')).toBe('/fonts/serif-400-ab.woff2')
  expect(read('images/ab-828.webp')).toBe('made here')
})

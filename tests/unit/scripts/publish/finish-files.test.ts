import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildConfig } from '#content/build-config.ts'
import { deferFiles } from '#integrations/media/deferred-files.ts'
import { neededFiles } from '#integrations/media/media-store.ts'
import { shareState } from '#integrations/media/share-state.ts'
import type { PublishProgress } from '#scripts/lib/build-progress.ts'
import { RenderError } from '#scripts/publish/live-builder/describe-failure.ts'
import { createFinisher } from '#scripts/publish/live-builder/finish-files.ts'
import { openStore } from '#scripts/publish/store.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

// The next build of the same process would take the fonts and media of this one as stored.
test('a builder whose files cannot be stored must be restarted', async () => {
  using folder = createTemporaryFolder()
  const assets = path.join(folder.path, 'assets')
  await mkdir(assets)
  const full = new Error('ENOSPC: no space left on device, fsync')
  const store = { ...openStore(folder.path), flush: () => Promise.reject(full) }
  const rendered = path.join(folder.path, 'rendered')
  const finisher = await createFinisher(store, { assets, rendered }, new Map())
  await finisher.addFile('/robots.txt', 'User-agent: *')
  const observer = { onProgress() {}, onStored() {} }
  const { signal } = new AbortController()
  for (const work of [finisher.finish(observer), finisher.complete(observer, signal)]) {
    const error: unknown = await work.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RenderError)
    expect(error).toMatchObject({ cause: full })
  }
})

test('stores files with the media of pages, and drops both when a page is removed', async () => {
  using folder = createTemporaryFolder()
  const { cacheDir } = buildConfig
  buildConfig.cacheDir = path.join(folder.path, 'cache')
  // No font is made.
  deferFiles(true)
  onTestFinished(() => {
    deferFiles(false)
    shareState('deferred-files', () => ({ jobs: new Map() })).jobs.clear()
    neededFiles.clear()
    buildConfig.cacheDir = cacheDir
  })
  const assets = path.join(folder.path, 'assets')
  await mkdir(path.join(assets, 'images'), { recursive: true })
  writeFileSync(path.join(assets, 'app.js'), 'start("/images/test-script.webp")')
  writeFileSync(path.join(assets, 'images/test-unused.webp'), 'unused')
  for (const name of ['images/test-page.webp', 'images/test-script.webp']) {
    const file = path.join(folder.path, path.basename(name))
    writeFileSync(file, name)
    neededFiles.set(name, file)
  }
  const store = openStore(folder.path)
  const rendered = path.join(folder.path, 'rendered')
  const finisher = await createFinisher(store, { assets, rendered }, new Map())
  const progress: PublishProgress[] = []
  const stored: string[] = []
  const finish = async () => {
    const { files } = await finisher.finish({
      onProgress: (now) => progress.push(now),
      onStored: (hashes) => stored.push(...hashes),
    })
    return new Map(
      [...files].map(([name, { hash }]) => [name, readFileSync(store.getFile(hash), 'utf8')]),
    )
  }

  const page = '<img src="/images/test-page.webp">'
  await finisher.addFile('/index.html', page)
  await finisher.addFile('/robots.txt', 'User-agent: *')
  const others = [
    ['/app.js', 'start("/images/test-script.webp")'],
    ['/images/test-script.webp', 'images/test-script.webp'],
    ['/robots.txt', 'User-agent: *'],
  ] as const
  expect([...(await finish())]).toEqual([
    others[0],
    ['/images/test-page.webp', 'images/test-page.webp'],
    others[1],
    ['/index.html', page],
    others[2],
  ])
  expect(stored).toHaveLength(1)
  expect(progress).toEqual([{ phase: 'store', done: 1, total: 1 }])
  expect(existsSync(rendered)).toBe(false)

  finisher.remove('/index.html')
  expect([...(await finish())]).toEqual(others)
})

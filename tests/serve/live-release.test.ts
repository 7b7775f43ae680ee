import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createLiveRelease } from '#scripts/serve/live-release.ts'
import { readFolder } from '#scripts/serve/read-folder.ts'
import { sendRequest } from './send-request.ts'
import { html, makeFolder, serveFixture, writeSite } from './fixture-site.ts'

const NEXT = {
  'index.html': html('next'),
  '404.html': html('lost'),
  '_astro/app.C9k2.js': 'export {}',
}

test('switches the release during requests and keeps the previous chunks', async () => {
  const { url, live } = await serveFixture()
  const before = await sendRequest(url, '/')
  const requests = Array.from({ length: 40 }, () => sendRequest(url, '/'))
  await live.switchTo(
    await readFolder(await writeSite(await makeFolder(), NEXT)),
    live.getManifest().files.values(),
  )
  for (const { status, body } of await Promise.all(requests)) {
    expect(status).toBe(200)
    expect([before.body.toString(), NEXT['index.html']]).toContain(body.toString())
  }
  expect((await sendRequest(url, '/')).body.toString()).toBe(NEXT['index.html'])
  expect((await sendRequest(url, '/_astro/app.C9k2.js')).status).toBe(200)
  expect((await sendRequest(url, '/_astro/app.Bx3k9.js')).status).toBe(200)
  expect((await sendRequest(url, '/drama/home')).status).toBe(404)
})

test('keeps the ETag of unchanged content across releases', async () => {
  const { url, live, root } = await serveFixture()
  const { etag } = (await sendRequest(url, '/drama/home')).headers
  await live.switchTo(await readFolder(await writeSite(await makeFolder())), [])
  expect((await sendRequest(url, '/drama/home')).headers.etag).toBe(etag)
  await live.switchTo(await readFolder(root), [])
  expect((await sendRequest(url, '/drama/home')).headers.etag).toBe(etag)
})

test('serves the hashed assets of older releases from the start', async () => {
  const [older, current, cacheDir] = [await makeFolder(), await makeFolder(), await makeFolder()]
  const { files: retired } = await readFolder(await writeSite(older))
  const next = await readFolder(await writeSite(current, NEXT))
  const live = createLiveRelease(cacheDir, SILENT_LOGGER)
  onTestFinished(live.close)
  await live.switchTo(next, retired.values())
  const { files } = live.getManifest()
  expect([...files.keys()].toSorted()).toEqual([
    '/404.html',
    '/_astro/app.Bx3k9.js',
    '/_astro/app.C9k2.js',
    '/_astro/tiny.js',
    '/fonts/serif-3fa8b2c19d04.woff2',
    '/images/3fa8b2c19d04-640.webp',
    '/index.html',
    '/media/3fa8b2c19d04.mp4',
  ])
})

test('compresses the files of a release, and then deletes old variants of others', async () => {
  const cacheDir = await makeFolder()
  const old = path.join(cacheDir, 'compressed/removed.br')
  mkdirSync(path.dirname(old))
  writeFileSync(old, '')
  utimesSync(old, 0, 0)
  const live = createLiveRelease(cacheDir, SILENT_LOGGER)
  onTestFinished(live.close)
  await live.switchTo(await readFolder(await writeSite(await makeFolder(), NEXT)), [])
  await expect.poll(() => existsSync(old)).toBe(false)
  const variants = readdirSync(cacheDir, { recursive: true }).filter((name) =>
    /\.(?:br|gz)/.test(String(name)),
  )
  // Two pages; the script is too small.
  expect(variants).toHaveLength(4)
})

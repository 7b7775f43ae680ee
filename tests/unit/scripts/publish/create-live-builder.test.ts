import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLiveBuilder } from '#scripts/publish/create-live-builder.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const openBuilder = (folder: string, timeoutMs: number) =>
  createLiveBuilder({
    projectDir: folder,
    dataDir: folder,
    apiUrl: 'http://127.0.0.1:1',
    siteUrl: 'http://127.0.0.1:1',
    limits: { timeoutMs, memoryMiB: 128 },
  })

test('a build that cannot create its work folder fails and leaves no time limit', async () => {
  using folder = createTemporaryFolder()
  mkdirSync(path.join(folder.path, 'node_modules'))
  writeFileSync(path.join(folder.path, 'node_modules', '.cache'), 'a file in place of the folder')
  const builder = openBuilder(folder.path, 100)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await expect(builder.prepare()).rejects.toThrow('cannot write to')
  // The limit of the failed build would end the server by an unhandled rejection.
  expect(vi.getTimerCount()).toBe(0)
  await builder.close()
})

test('stops a build that waits for the one in advance', { timeout: 20_000 }, async () => {
  using folder = createTemporaryFolder()
  mkdirSync(path.join(folder.path, 'node_modules', '.bin'), { recursive: true })
  const bundler = path.join(folder.path, 'node_modules', '.bin', 'astro')
  writeFileSync(bundler, 'setInterval(() => {}, 1000)')
  const builder = openBuilder(folder.path, 60_000)
  const prepared = expect(builder.prepare()).rejects.toThrow('The builder was closed.')
  const stop = new AbortController()
  const built = builder.build({ signal: stop.signal, onProgress: () => {} })
  stop.abort()
  await expect(built).rejects.toThrow('The build was stopped.')
  await builder.close()
  await prepared
})

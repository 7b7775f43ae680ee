import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLiveBuilder } from '#scripts/publish/create-live-builder.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('a builder without a work folder fails its build, and later no other one', async () => {
  using folder = createTemporaryFolder()
  mkdirSync(path.join(folder.path, 'node_modules'))
  writeFileSync(path.join(folder.path, 'node_modules', '.cache'), 'a file in place of the folder')
  const builder = createLiveBuilder({
    projectDir: folder.path,
    dataDir: folder.path,
    apiUrl: 'http://127.0.0.1:1',
    siteUrl: 'http://127.0.0.1:1',
    limits: { timeoutMs: 100, memoryMiB: 128 },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await expect(builder.prepare()).rejects.toThrow('cannot write to')
  // The limit of the failed build would end the server by an unhandled rejection.
  expect(vi.getTimerCount()).toBe(0)
  await builder.close()
})

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
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

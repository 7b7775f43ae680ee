import { rename } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { writePointer, writeRelease } from '#scripts/publish/releases.ts'
import { openStore } from '#scripts/publish/store.ts'
import { watchPointer } from '#scripts/publish/watch-pointer.ts'
import type { Manifest } from '#scripts/serve/manifest.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'

test('switches to the published release once its missing file is restored', async () => {
  const dataDir = await makeFolder()
  const store = openStore(dataDir)
  const publish = async (id: string) => {
    const page = await store.put(id)
    const createdAt = new Date().toISOString()
    const files = new Map([['/index.html', page]])
    await writeRelease(dataDir, {
      id,
      createdAt,
      sources: 's',
      content: id,
      files,
      headers: new Map(),
    })
    return page.hash
  }
  const old = await publish('1')
  const hash = await publish('2')
  await rename(store.getFile(hash), `${dataDir}/aside`)
  const switchTo = vi.fn<(manifest: Manifest) => Promise<void>>(async () => {})
  const options = { id: undefined, switchTo, logger: SILENT_LOGGER }
  onTestFinished(watchPointer(dataDir, options))
  const listServed = () =>
    switchTo.mock.calls.map(([manifest]) => manifest.files.get('/index.html')?.hash)
  await writePointer(dataDir, { id: '2' })
  await expect.poll(() => switchTo).toHaveBeenCalledTimes(1)
  await rename(`${dataDir}/aside`, store.getFile(hash))
  await expect.poll(() => switchTo).toHaveBeenCalledTimes(2)
  expect(listServed()).toEqual([old, hash])
})

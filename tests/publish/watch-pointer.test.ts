import { rename } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { writePointer, writeRelease } from '#scripts/publish/releases.ts'
import { openStore } from '#scripts/publish/store.ts'
import { watchPointer } from '#scripts/publish/watch-pointer.ts'
import type { Manifest } from '#scripts/serve/manifest.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'

/** A data folder with releases, and a watcher of its pointer. */
async function makeReleases() {
  const dataDir = await makeFolder()
  const store = openStore(dataDir)
  const switchTo = vi.fn<(manifest: Manifest) => Promise<void>>(async () => {})
  return {
    switchTo,
    /** @returns the hash of its page */
    async publish(id: string): Promise<string> {
      const page = await store.put(id)
      const createdAt = new Date().toISOString()
      const files = new Map([['/index.html', page]])
      const release = { id, createdAt, sources: 's', content: id, files, headers: new Map() }
      await writeRelease(dataDir, release)
      return page.hash
    },
    /** Removes a content. @returns restores it */
    async remove(hash: string): Promise<() => Promise<void>> {
      const aside = `${dataDir}/aside`
      await rename(store.getFile(hash), aside)
      return () => rename(aside, store.getFile(hash))
    },
    point: (id: string) => writePointer(dataDir, { id }),
    watch(id: string | undefined): void {
      onTestFinished(watchPointer(dataDir, { id, switchTo, logger: SILENT_LOGGER }))
    },
    listServed: () =>
      switchTo.mock.calls.map(([manifest]) => manifest.files.get('/index.html')?.hash),
  }
}

test('switches to the published release once its missing file is restored', async () => {
  const { publish, remove, point, watch, switchTo, listServed } = await makeReleases()
  const old = await publish('1')
  const hash = await publish('2')
  const restore = await remove(hash)
  watch(undefined)
  await point('2')
  await expect.poll(() => switchTo).toHaveBeenCalledTimes(1)
  await restore()
  await expect.poll(() => switchTo).toHaveBeenCalledTimes(2)
  expect(listServed()).toEqual([old, hash])
})

test('never switches to a rolled-back release in place of an incomplete one', async () => {
  const { publish, remove, point, watch, switchTo, listServed } = await makeReleases()
  await publish('1')
  const good = await publish('2')
  await publish('3')
  const restore = await remove(good)
  watch('1')
  // Rolled back from 3 to 2, of which a file is missing here.
  await point('2')
  await expect(expect.poll(() => switchTo, { timeout: 700 }).toHaveBeenCalled()).rejects.toThrow()
  await restore()
  await expect.poll(() => switchTo).toHaveBeenCalledOnce()
  expect(listServed()).toEqual([good])
})

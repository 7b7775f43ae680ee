import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFolderStore } from '#scripts/lib/file-store/folder-store.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import {
  readCurrentRelease,
  removeRelease,
  writePointer,
  writeRelease,
} from '#scripts/publish/releases.ts'
import type { Publisher } from '#scripts/publish/create-publisher.ts'
import { shareReleases } from '#scripts/publish/share-releases.ts'
import { createSharedReleases, type SharedReleases } from '#scripts/publish/shared-releases.ts'
import { openStore } from '#scripts/publish/store.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'

// Processes that take turns as the builder keep lists of the contents in the shared store and on their disks.

const LATER = Date.now() + 3_600_000

/** A process with its own data folder. */
function openProcess(folder: string, name: string) {
  const dataDir = path.join(folder, name)
  const shared = createSharedReleases(dataDir, createFolderStore(path.join(folder, 'shared')))
  const store = openStore(dataDir)
  return {
    dataDir,
    shared,
    /** Publishes a release of one page. */
    async publish(id: string, text: string): Promise<void> {
      const files = new Map([['/index.html', await store.put(text)]])
      const createdAt = new Date().toISOString()
      const inputs = { sources: 's', content: text }
      await writeRelease(dataDir, { id, createdAt, ...inputs, files, headers: new Map() })
      await writePointer(dataDir, { id })
      await shared.push()
    },
    /** Deletes an earlier release from the data folder and the shared store. */
    async tidy(id: string): Promise<void> {
      await removeRelease(dataDir, id)
      const live = await readCurrentRelease(dataDir)
      const used = new Set([...(live?.files.values() ?? [])].map(({ hash }) => hash))
      await store.removeUnused(used, LATER)
      await shared.tidy(LATER)
    },
    async readPage(): Promise<string> {
      const live = await readCurrentRelease(dataDir)
      return readFile(store.getFile(live?.files.get('/index.html')?.hash ?? ''), 'utf8')
    },
  }
}

test('a builder uploads contents again that another builder has deleted', async () => {
  const folder = await makeFolder()
  const [first, second, follower] = ['1', '2', '3'].map((name) => openProcess(folder, name))
  if (!first || !second || !follower) throw new Error('no process')
  await first.publish('1', 'summer')
  await second.shared.pull()
  await second.publish('2', 'winter')
  await second.tidy('1')
  await first.shared.pull()
  await first.publish('3', 'summer')
  await follower.shared.pull()
  expect(await follower.readPage()).toBe('summer')
})

test('a process downloads contents again that it has deleted as the builder', async () => {
  const folder = await makeFolder()
  const [first, second] = ['1', '2'].map((name) => openProcess(folder, name))
  if (!first || !second) throw new Error('no process')
  await second.publish('1', 'summer')
  await first.shared.pull()
  await first.publish('2', 'winter')
  await first.tidy('1')
  await second.shared.pull()
  await second.publish('3', 'summer')
  await first.shared.pull()
  expect(await first.readPage()).toBe('summer')
})

test('a builder that has lost the election takes no release of its successor for a rollback', async () => {
  const folder = await makeFolder()
  const [first, second] = ['1', '2'].map((name) => openProcess(folder, name))
  if (!first || !second) throw new Error('no process')
  await first.publish('1', 'summer')
  const readPointer = vi.fn<SharedReleases['readPointer']>(first.shared.readPointer)
  const rollBack = vi.fn<Publisher['rollBack']>(() => Promise.reject(new Error('not a rollback')))
  let now = 0
  onTestFinished(
    shareReleases({
      dataDir: first.dataDir,
      shared: { ...first.shared, readPointer },
      publisher: { rollBack },
      logger: SILENT_LOGGER,
      now: () => (now += 1000),
    }),
  )
  const checkTwice = async () => {
    const { length } = readPointer.mock.calls
    await expect.poll(() => readPointer.mock.calls.length).toBeGreaterThan(length + 1)
  }
  await checkTwice()
  await second.shared.pull()
  await second.publish('2', 'winter')
  await checkTwice()
  expect(rollBack).not.toHaveBeenCalled()
  await first.shared.pointTo({ id: '2', rolledBackFrom: '3' }, new Map())
  await expect.poll(() => rollBack).toHaveBeenCalled()
})

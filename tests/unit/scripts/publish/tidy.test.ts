import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { listReleases, nameRelease, writePointer, writeRelease } from '#scripts/publish/releases.ts'
import { writeRetiredAssets } from '#scripts/publish/retired-assets.ts'
import { openStore } from '#scripts/publish/store.ts'
import { createTidier } from '#scripts/publish/tidy.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

const HOUR_MS = 3_600_000
const NO_FILES = { sources: 's', content: 'c', files: new Map(), headers: new Map() }
/** Contents are stored at the real time, whatever the time of a release. */
const START = Date.now()
const later = (ms: number) => new Date(START + ms)

test('keeps five releases, the live one, the one before its rollback, and retired assets', async () => {
  using folder = createTemporaryFolder()
  const store = openStore(folder.path)
  const ids: string[] = []
  const hashes: string[] = []
  for (let hour = 0; hour < 8; hour += 1) {
    const createdAt = later(hour * HOUR_MS)
    const id = nameRelease(createdAt)
    const page = await store.put(id)
    const files = new Map([['/index.html', page]])
    await writeRelease(folder.path, { ...NO_FILES, id, createdAt: createdAt.toISOString(), files })
    ids.push(id)
    hashes.push(page.hash)
  }
  const [live = '', before, expired] = ids
  await writePointer(folder.path, { id: live, rolledBackFrom: before })
  const script = await store.put('script')
  const retired = { ...script, until: later(1000 * HOUR_MS).getTime() }
  await writeRetiredAssets(folder.path, new Map([['/_astro/a.A1.js', retired]]))
  await createTidier(folder.path, store, SILENT_LOGGER)(later(200 * HOUR_MS))
  expect(await listReleases(folder.path)).toEqual(ids.filter((id) => id !== expired).toReversed())
  expect([...(await store.list())].toSorted()).toEqual(
    [...hashes.toSpliced(2, 1), script.hash].toSorted(),
  )
})

test('keeps at most a hundred releases', async () => {
  using folder = createTemporaryFolder()
  for (let minute = 0; minute < 102; minute += 1) {
    const createdAt = later(minute * 60_000)
    const id = nameRelease(createdAt)
    await writeRelease(folder.path, { ...NO_FILES, id, createdAt: createdAt.toISOString() })
  }
  await createTidier(folder.path, openStore(folder.path), SILENT_LOGGER)(later(2 * HOUR_MS))
  expect(await listReleases(folder.path)).toHaveLength(100)
})

test('deletes contents without a release after an hour', async () => {
  using folder = createTemporaryFolder()
  const store = openStore(folder.path)
  await store.put('of an interrupted build')
  const tidy = createTidier(folder.path, store, SILENT_LOGGER)
  await tidy(later(0))
  expect(await store.list()).toHaveProperty('size', 1)
  await tidy(later(2 * HOUR_MS))
  expect(await store.list()).toHaveProperty('size', 0)
})

test('keeps all contents while the releases cannot be listed', async () => {
  using folder = createTemporaryFolder()
  const store = openStore(folder.path)
  await store.put('of a release')
  const releases = path.join(folder.path, 'releases')
  symlinkSync(releases, releases)
  await createTidier(folder.path, store, SILENT_LOGGER)(later(2 * HOUR_MS))
  expect(await store.list()).toHaveProperty('size', 1)
})

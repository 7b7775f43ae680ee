import { expect, test } from 'vitest'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { openLiveSite } from '#scripts/publish/live-site.ts'
import { createStatusLog } from '#scripts/publish/status-log.ts'
import { readStatus } from '#scripts/publish/status.ts'
import { openStore } from '#scripts/publish/store.ts'
import { createTemporaryFolder } from '#tests/support/admin-api.ts'

test('a release whose switch failed is not live, so that the next build publishes it again', async () => {
  using folder = createTemporaryFolder()
  const dataDir = folder.path
  const store = openStore(dataDir)
  const log = createStatusLog(dataDir, await readStatus(dataDir), SILENT_LOGGER)
  let isFailing = false
  const target = {
    async switchTo(): Promise<void> {
      if (isFailing) throw new Error('too many open files')
    },
  }
  const options = { dataDir, store, target, log, logger: SILENT_LOGGER, now: () => new Date() }
  const site = await openLiveSite(options)
  const makeRelease = async (id: string) => ({
    id,
    createdAt: new Date().toISOString(),
    sources: 's',
    content: id,
    files: new Map([['/index.html', await store.put(id)]]),
    headers: new Map(),
  })
  await site.goLive(await makeRelease('1'))
  isFailing = true
  await expect(site.goLive(await makeRelease('2'))).rejects.toThrow('too many open files')
  expect(site.current?.id).toBe('1')
  isFailing = false
  await site.goLive(await makeRelease('2'))
  expect(site.current?.id).toBe('2')
  await log.settle()
})

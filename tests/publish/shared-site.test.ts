import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFolderStore } from '#scripts/lib/file-store/folder-store.ts'
import { lockDataDir } from '#scripts/lib/lock-data-dir.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { sendRequest } from '#scripts/lib/server-requests.ts'
import type { BuildRequest } from '#scripts/publish/built-site.ts'
import { openDeliveries } from '#scripts/publish/deliveries.ts'
import { openPublishing, type PublishingOptions } from '#scripts/publish/open-publishing.ts'
import { openSharedSite } from '#scripts/publish/open-shared-site.ts'
import { readPointer } from '#scripts/publish/releases.ts'
import { createSharedReleases } from '#scripts/publish/shared-releases.ts'
import { openStore } from '#scripts/publish/store.ts'
import { startSiteServer } from '#scripts/serve/server.ts'
import { UNUSED_URL } from '#tests/serve/fake-api.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'
import { BODY, openEmptyRelease, publishingOptions, SECRET, signed } from './publishing-site.ts'
import { createSmallBuilder } from './small-site.ts'

/** One of several processes; it is elected to build, because the database is a file. */
async function openBuilding(options: Partial<PublishingOptions> = {}) {
  const folder = await makeFolder()
  const dataDir = path.join(folder, '.data')
  const live = openEmptyRelease(dataDir)
  onTestFinished(live.close)
  const address = { kind: 'file', file: path.join(folder, 'shared.db') } as const
  const requests: BuildRequest[] = []
  const content = { text: 'a', items: [1] }
  const builder = createSmallBuilder(openStore(dataDir), async () => content)
  const onBuilding = vi.fn<() => () => Promise<void>>(() => async () => {})
  const site = await openSharedSite({
    dataDir,
    live,
    shared: createSharedReleases(dataDir, createFolderStore(path.join(folder, 'store'))),
    address,
    webhookSecrets: [SECRET],
    openPublishing: () =>
      openPublishing(
        publishingOptions(
          dataDir,
          {
            build(request) {
              requests.push(request)
              return builder.build(request)
            },
          },
          { target: live, ledger: address, ...options },
        ),
      ),
    beginPublishing: (publishing) => publishing.begin(() => {}),
    onBuilding,
    logger: SILENT_LOGGER,
  })
  return { site, live, dataDir, address, content, requests, onBuilding }
}

const NAMED = BODY.replace('"news"', '"artists"')

test('the builder handles a webhook of another process just before its own', async () => {
  const { site, live, address, requests, onBuilding } = await openBuilding()
  onTestFinished(site.close)
  await expect.poll(() => onBuilding).toHaveBeenCalled()
  const { url, close } = await startSiteServer({
    ...live,
    hooks: site.hooks,
    host: '127.0.0.1',
    port: 0,
    logger: SILENT_LOGGER,
  })
  onTestFinished(() => close({ deadlineMs: 100 }))
  // Another process, whose clock is a little slow, records a webhook before the builder looks for it.
  const others = await openDeliveries(address, SILENT_LOGGER)
  onTestFinished(others.close)
  await others.add({ id: 'theirs', cause: 'content' }, Date.now() - 500)
  const response = await fetch(`${url}/hooks/content`, signed('ours', { body: NAMED }))
  expect(response.status).toBe(202)
  const isWhole = ({ scope }: BuildRequest) => scope === 'all'
  await expect.poll(() => requests.filter(isWhole)).toHaveLength(2)
})

test('the builder holds scheduled changes of other processes after a rollback', async () => {
  const { site, dataDir, address, content, onBuilding } = await openBuilding()
  onTestFinished(site.close)
  await expect.poll(() => onBuilding).toHaveBeenCalled()
  const others = await openDeliveries(address, SILENT_LOGGER)
  onTestFinished(others.close)
  const lock = lockDataDir(dataDir)
  onTestFinished(lock.release)
  content.text = 'b'
  await sendRequest(dataDir, { kind: 'publish', forced: false })
  expect(await sendRequest(dataDir, { kind: 'roll-back' })).toMatchObject({ done: true })
  const before = await readPointer(dataDir)
  await others.add({ id: 'due', cause: 'clock' }, Date.now())
  await expect.poll(() => readPointer(dataDir)).not.toEqual(before)
  expect(await readPointer(dataDir)).toMatchObject({ ...before, held: { content: 'c' } })
  content.text = 'c'
  await others.add({ id: 'edit', cause: 'content' }, Date.now())
  await expect.poll(() => readPointer(dataDir)).not.toHaveProperty('rolledBackFrom')
})

test('a process stops at once while its first build waits for the API', async () => {
  const noteWaiting = vi.fn<() => void>()
  const { site } = await openBuilding({
    apiUrl: UNUSED_URL,
    isExternalApi: true,
    setTimer(_run, ms) {
      if (ms === 2000) noteWaiting()
      return () => {}
    },
  })
  await expect.poll(() => noteWaiting).toHaveBeenCalled()
  await site.close()
})

import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderStore } from '#scripts/lib/file-store/folder-store.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { openPublishing } from '#scripts/publish/open-publishing.ts'
import { openSharedSite } from '#scripts/publish/open-shared-site.ts'
import { createSharedReleases } from '#scripts/publish/shared-releases.ts'
import { makeStatusKey } from '#scripts/publish/status-page/status-key.ts'
import { openStore } from '#scripts/publish/store.ts'
import { startSiteServer } from '#scripts/serve/server.ts'
import { sendRequest } from '#tests/serve/send-request.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'
import {
  createControlledContent,
  openEmptyRelease,
  publishingOptions,
  SECRET,
} from './publishing-site.ts'

test('one of several servers shows a waiting page until the first release', async () => {
  const folder = await makeFolder()
  const dataDir = path.join(folder, '.data')
  const live = openEmptyRelease(dataDir)
  onTestFinished(live.close)
  const controlled = createControlledContent({ text: 'first', items: [1] })
  const build = controlled.pauseNextBuild()
  const site = await openSharedSite({
    dataDir,
    live,
    shared: createSharedReleases(dataDir, createFolderStore(path.join(folder, 'store'))),
    address: { kind: 'file', file: path.join(folder, 'shared.db') },
    webhookSecrets: [SECRET],
    openPublishing: () =>
      openPublishing(
        publishingOptions(dataDir, controlled.make(openStore(dataDir)), { target: live }),
      ),
    beginPublishing: (publishing) => publishing.begin(() => {}),
    onBuilding: () => async () => {},
    logger: SILENT_LOGGER,
  })
  onTestFinished(site.close)
  const { url, close } = await startSiteServer({
    ...live,
    hooks: site.hooks,
    host: '127.0.0.1',
    port: 0,
    logger: SILENT_LOGGER,
  })
  onTestFinished(() => close())
  await build.started

  const visitor = await sendRequest(url, '/en/drama/home')
  expect([visitor.status, visitor.headers['retry-after']]).toEqual([503, '10'])
  expect(visitor.body.toString()).toContain('This site is being built')
  const status = await sendRequest(url, '/hooks/status?lang=en', {
    headers: { cookie: `publish-status=${makeStatusKey(SECRET)}` },
  })
  expect(status.status).toBe(200)

  build.resume()
  await site.ready
  expect(live.getManifest().files.has('/index.html')).toBe(true)
  expect((await sendRequest(url, '/')).status).toBe(200)
})

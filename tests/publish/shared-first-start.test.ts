import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderStore } from '#scripts/lib/file-store/folder-store.ts'
import { checkPort } from '#scripts/lib/listen.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { openPublishing } from '#scripts/publish/open-publishing.ts'
import { openSharedSite } from '#scripts/publish/open-shared-site.ts'
import { serveFirstStart } from '#scripts/publish/serve-first-start.ts'
import { createSharedReleases } from '#scripts/publish/shared-releases.ts'
import { makeStatusKey } from '#scripts/publish/status-page/status-key.ts'
import { openStore } from '#scripts/publish/store.ts'
import { ask } from '#tests/serve/ask.ts'
import { makeFolder } from '#tests/serve/fixture-site.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { createHeldContent, publishingOptions, SECRET } from './publishing-site.ts'

test('a process among several answers until the first release is there', async () => {
  const folder = await makeFolder()
  const dataDir = path.join(folder, '.data')
  const port = await findFreePort()
  const held = createHeldContent({ text: 'first', items: [1] })
  const build = held.hold()
  const opening = openSharedSite({
    dataDir,
    shared: createSharedReleases(dataDir, createFolderStore(path.join(folder, 'store'))),
    address: { kind: 'file', file: path.join(folder, 'shared.db') },
    webhookSecrets: [SECRET],
    openPublishing: () => openPublishing(publishingOptions(dataDir, held.make(openStore(dataDir)))),
    beginPublishing: (publishing) => publishing.begin(() => {}),
    serveFirstStart: (hooks) => serveFirstStart({ host: '127.0.0.1', port, trustedHops: 0, hooks }),
    onBuilding: () => async () => {},
    logger: SILENT_LOGGER,
  })
  await build.begun

  const url = `http://127.0.0.1:${port}`
  const visitor = await ask(url, '/en/drama/home')
  expect([visitor.status, visitor.headers['retry-after']]).toEqual([503, '10'])
  expect(visitor.body.toString()).toContain('This site is being built')
  const status = await ask(url, '/hooks/status?lang=en', {
    headers: { cookie: `publish-status=${makeStatusKey(SECRET)}` },
  })
  expect(status.status).toBe(200)

  build.letGo()
  const site = await opening
  onTestFinished(site.close)
  expect(site.live.getManifest().files.has('/index.html')).toBe(true)
  // The port is free for the site server.
  await checkPort(port, '127.0.0.1', 'SITE_PORT')
})

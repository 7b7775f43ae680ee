import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createLiveRelease } from '#scripts/serve/live-release.ts'
import { readFolder } from '#scripts/serve/read-folder.ts'
import { startSiteServer } from '#scripts/serve/server.ts'
import type { Stack } from './stack.ts'
import { startProxy } from './start-proxy.ts'

/**
 * Serves the release of a stack with another server whose API is down until it is restored, as if the API
 * had stopped after the build.
 */
export async function startOrphanSite({ release, api }: Stack) {
  let isRestored = false
  const { hostname: host, port } = new URL(api)
  const proxy = await startProxy({ host, port: Number(port) }, () => isRestored)
  const cacheDir = await mkdtemp(join(tmpdir(), 'entracte-orphan-'))
  const live = createLiveRelease(cacheDir, SILENT_LOGGER)
  await live.switchTo(await readFolder(release), [])
  const server = await startSiteServer({
    ...live,
    host: '127.0.0.1',
    port: 0,
    adminApiUrl: `http://127.0.0.1:${proxy.port}`,
    logger: SILENT_LOGGER,
  })
  return {
    url: server.url,
    /** Forwards calls to the API from now on. */
    restoreApi(): void {
      isRestored = true
    },
    async close(): Promise<void> {
      await server.close({ graceMs: 0 })
      await live.close()
      proxy.close()
      await rm(cacheDir, { recursive: true, force: true })
    },
  }
}
export type OrphanSite = Awaited<ReturnType<typeof startOrphanSite>>

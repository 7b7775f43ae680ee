import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createLiveRelease } from '#scripts/serve/live-release.ts'
import { readFolder } from '#scripts/serve/read-folder.ts'
import { startSiteServer } from '#scripts/serve/server.ts'
import type { Stack } from './stack.ts'

/**
 * Serves the release of a stack with another server whose API is down until it is restored, as if the API
 * had stopped after the build.
 */
export async function startOrphanSite({ release, api }: Stack) {
  let isRestored = false
  const { hostname, port } = new URL(api)
  const gate = createServer((socket) => {
    if (!isRestored) {
      socket.destroy()
      return
    }
    const upstream = connect(Number(port), hostname)
    socket.pipe(upstream).pipe(socket)
    for (const end of [socket, upstream]) end.on('error', () => end.destroy())
  })
  const gatePort = await new Promise<number>((done, fail) => {
    gate.once('error', fail).listen(0, '127.0.0.1', () => {
      const address = gate.address()
      if (typeof address === 'object' && address) done(address.port)
    })
  })
  const cacheDir = await mkdtemp(join(tmpdir(), 'entracte-orphan-'))
  const live = createLiveRelease(cacheDir, SILENT_LOGGER)
  await live.switchTo(await readFolder(release), [])
  const server = await startSiteServer({
    ...live,
    host: '127.0.0.1',
    port: 0,
    adminApiUrl: `http://127.0.0.1:${gatePort}`,
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
      gate.close()
      await rm(cacheDir, { recursive: true, force: true })
    },
  }
}
export type OrphanSite = Awaited<ReturnType<typeof startOrphanSite>>

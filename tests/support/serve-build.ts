import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildConfig } from '#content/build-config.ts'
import { neededFiles } from '#integrations/media/media-store.ts'
import { listen } from '#scripts/lib/listen.ts'

/** Lets the modules of the build read from a server, with an empty cache, in the tests of a file. */
export function serveBuild(server: Server): void {
  const original = { ...buildConfig }
  beforeAll(async () => {
    buildConfig.cacheDir = mkdtempSync(join(tmpdir(), 'build-'))
    buildConfig.adminApiUrl = await listen(server, 0, '127.0.0.1', 'PORT')
  })
  afterAll(() => {
    server.close()
    neededFiles.clear()
    rmSync(buildConfig.cacheDir, { recursive: true, force: true })
    Object.assign(buildConfig, original)
  })
}

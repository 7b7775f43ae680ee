// Serves an existing release without the API: the live release of DATA_DIR, or a folder. Switches when
// another process publishes or rolls back, on this machine or on another one (STORAGE_URL).
// Must be the first import, because `i18n/locales.ts` reads a setting when it loads.
import '../lib/env-file.ts'
import path from 'node:path'
import { createProgram, readCommandLine } from '../lib/command-line/create-program.ts'
import { createLogger } from '../lib/logger.ts'
import { runProgram } from '../lib/run-program.ts'
import { serveMetrics } from '../lib/serve-metrics.ts'
import { createPuller, followFolder, openSharedReleases } from '../publish/open-shared-releases.ts'
import { watchPointer } from '../publish/watch-pointer.ts'
import { openLive, type Live } from '../publish/open-live.ts'
import { prepareSettings } from '../settings.ts'
import { readSiteConfig } from './config.ts'
import { createLiveRelease } from './live-release.ts'
import { readFolder } from './read-folder.ts'
import { startSiteServer } from './server.ts'

const {
  args: [folder],
} = readCommandLine(
  createProgram('npm run serve --', 'Serves an existing release.').argument(
    '[folder]',
    'a built folder; defaults to the live release of DATA_DIR',
  ),
)

await runProgram(async (stops) => {
  prepareSettings(['site'], process.env)
  const config = readSiteConfig()
  const logger = createLogger('site', config.logLevel)
  await serveMetrics(config.metrics, { logger, stops })
  const dataDir = followFolder(config)
  const shared = folder === undefined ? await openSharedReleases({ ...config, dataDir }) : null
  const refresh = shared && createPuller(dataDir, { shared, logger })
  await refresh?.()
  const live = createLiveRelease(path.join(config.dataDir, 'cache'), logger)
  stops.push(live.close)
  if (folder === undefined) {
    const { id, manifest, retired } = await openRelease(dataDir)
    await live.switchTo(manifest, retired)
    stops.push(watchPointer(dataDir, { id, switchTo: live.switchTo, logger, refresh }))
  } else {
    await live.switchTo(await readFolder(folder), [])
  }
  const server = await startSiteServer({ ...config, ...live, logger })
  stops.push(() => server.close({ graceMs: config.graceMs }))
  logger.info({ url: server.url }, 'site server is listening')
})

async function openRelease(dataDir: string): Promise<Live> {
  const release = await openLive(dataDir)
  if (release) return release
  throw new Error(
    `There is no release in ${dataDir}. Build one with "npm start", or name a folder.`,
  )
}

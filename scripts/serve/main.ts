// Serves a release that exists, alone: the live one of DATA_DIR, or the folder given as argument.
import path from 'node:path'
import { createLogger } from '../lib/logger.ts'
import { runProgram } from '../lib/run-program.ts'
import { listReleases, readCurrentRelease, releaseFolder } from '../rebuild/releases.ts'
import { readSiteConfig, type SiteConfig } from './config.ts'
import { openRelease } from './live-release.ts'
import { startSiteServer } from './server.ts'

await runProgram(async (stops) => {
  const config = readSiteConfig()
  const logger = createLogger('site', config.logLevel)
  const { dataDir, graceMs } = config
  const older = (await listReleases(dataDir)).map(({ id }) => releaseFolder(dataDir, id))
  const cacheDir = path.join(dataDir, 'cache')
  const live = await openRelease(await findRoot(config), { cacheDir, olderRoots: older, logger })
  stops.push(live.close)
  const server = await startSiteServer({ ...config, ...live, logger })
  stops.push(() => server.close({ graceMs }))
  logger.info({ url: server.url }, 'site server listens')

  // `kill -HUP` takes over a release that another process has published or rolled back to.
  process.on('SIGHUP', () => {
    findRoot(config)
      .then((root) => live.switchTo(root))
      .catch((error: unknown) => logger.error({ err: error }, 'the release stays as it was'))
  })
})

async function findRoot({ dataDir }: SiteConfig): Promise<string> {
  const given = process.argv[2]
  if (given !== undefined) return path.resolve(given)
  const current = await readCurrentRelease(dataDir)
  if (current) return releaseFolder(dataDir, current.id)
  throw new Error(
    `There is no release in ${dataDir}. Build one with "npm start", or name a folder.`,
  )
}

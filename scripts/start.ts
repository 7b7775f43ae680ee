// The one command: embedded admin API (unless ADMIN_API_URL names another), build when needed, serve.
import path from 'node:path'
import { readAdminApiConfig } from './admin-api/config.ts'
import { startAdminApi } from './admin-api/start-admin-api.ts'
import { checkPort } from './lib/listen.ts'
import { createLogger } from './lib/logger.ts'
import { createBuildReport } from './lib/report-build.ts'
import { runProgram, type Stop } from './lib/run-program.ts'
import { ensureRelease } from './rebuild/ensure-release.ts'
import { listReleases, releaseFolder } from './rebuild/releases.ts'
import { readSiteConfig, type SiteConfig } from './serve/config.ts'
import { openRelease } from './serve/live-release.ts'
import { startSiteServer } from './serve/server.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

// On a terminal the lines below tell all that matters; in production every call is logged.
const quiet = process.env['NODE_ENV'] === 'production' ? {} : { LOG_LEVEL: 'warn' }
const environment = { ...quiet, ...process.env }

const say = (line: string) => console.log(line)

await runProgram(async (stops) => {
  const config = readSiteConfig(environment)
  const logger = createLogger('site', config.logLevel)
  await checkPort(config.port, config.host, 'SITE_PORT')

  const apiUrl = config.adminApiUrl ?? (await startApi(stops))
  const root = await prepareRelease(config, apiUrl, stops)
  const live = await openRelease(root, {
    cacheDir: path.join(config.dataDir, 'cache'),
    olderRoots: await listOlderRoots(config.dataDir, root),
    logger,
  })
  stops.push(live.close)
  const server = await startSiteServer({ ...config, ...live, adminApiUrl: apiUrl, logger })
  stops.push(() => server.close({ graceMs: config.graceMs }))
  sayAddresses(server.url, apiUrl, config.dataDir)
})

async function startApi(stops: Stop[]): Promise<string> {
  const config = readAdminApiConfig(environment)
  await checkPort(config.port, config.host, 'ADMIN_API_PORT')
  say('Starting the admin API.')
  const api = await startAdminApi(config, {
    logger: createLogger('api', config.logLevel),
    report: (done, total) => {
      if (done % 20 === 0 || done === total) say(`  demo content: picture ${done} of ${total}`)
    },
  })
  stops.push(() => api.close())
  return api.url
}

async function prepareRelease(config: SiteConfig, apiUrl: string, stops: Stop[]): Promise<string> {
  const build = new AbortController()
  stops.push(async () => build.abort())
  return ensureRelease({
    projectDir,
    dataDir: config.dataDir,
    apiUrl,
    isForeignApi: config.adminApiUrl !== undefined,
    siteUrl: config.siteUrl,
    now: new Date(),
    signal: build.signal,
    report: say,
    onBuildLine: createBuildReport(say),
  })
}

async function listOlderRoots(dataDir: string, root: string): Promise<string[]> {
  const releases = await listReleases(dataDir)
  return releases.map(({ id }) => releaseFolder(dataDir, id)).filter((folder) => folder !== root)
}

function sayAddresses(siteUrl: string, apiUrl: string, dataDir: string): void {
  const rows = [
    ['Site', siteUrl, 'Chinese'],
    ['', `${siteUrl}/en`, 'English'],
    ['API', apiUrl, `described at ${siteUrl}/docs`],
    ['Data', path.resolve(dataDir), 'delete it for a clean start'],
  ]
  const width = Math.max(...rows.map(([, address = '']) => address.length))
  say('')
  for (const [name = '', address = '', note = ''] of rows) {
    say(`  ${name.padEnd(6)}${address.padEnd(width + 2)}${note}`)
  }
  say('\n  Ctrl+C stops everything.')
}

// `npm start`: runs the embedded admin API (unless ADMIN_API_URL is set), builds if needed, and serves.
// Must be the first import, because `i18n/locales.ts` reads a setting when it loads.
import './lib/env-file.ts'
import path from 'node:path'
import { readAdminApiConfig } from './admin-api/config.ts'
import { PREVIEW_PATH } from './admin-api/security/preview-token.ts'
import { createSecrets, loadSecret } from './admin-api/security/secrets.ts'
import { startAdminApi, type RunningAdminApi } from './admin-api/start-admin-api.ts'
import { createProgram, readCommandLine } from './lib/command-line/create-program.ts'
import { BuildSettingsSchema } from '#content/build-settings.ts'
import { checkWritable, makeWritable } from './lib/check-writable.ts'
import { checkPort } from './lib/listen.ts'
import { lockDataDir } from './lib/lock-data-dir.ts'
import { createLogger, type Logger } from './lib/logger.ts'
import { readConfig } from './lib/read-config.ts'
import { runProgram, type Stop } from './lib/run-program.ts'
import { serveMetrics } from './lib/serve-metrics.ts'
import { writeServerAddress } from './lib/server-address.ts'
import { showProgress, standardOutput } from './lib/show-progress.ts'
import { readGivenWebhookSecret, readWebhookSecret } from './lib/webhook-secret.ts'
import { createPreviewAnswers } from './preview/answer-previews.ts'
import { createPreviews } from './preview/create-previews.ts'
import { readPublishConfig } from './publish/config.ts'
import { prepareSettings } from './settings.ts'
import { openPublishing, type Publishing } from './publish/open-publishing.ts'
import type { PublishProgress } from './publish/status.ts'
import { readSiteConfig, type SiteConfig } from './serve/config.ts'
import { openRelease, type LiveRelease } from './serve/live-release.ts'
import { startSiteServer } from './serve/server.ts'
import { ITEM_ROUTES } from './serve/site-routes.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

// In development the printed lines suffice; in production every request is logged.
const isProduction = process.env['NODE_ENV'] === 'production'
const quiet = isProduction ? {} : { LOG_LEVEL: 'warn' }
const environment = { ...quiet, ...process.env }

const PHASES: Record<PublishProgress['phase'], string> = {
  fetch: 'Styles, scripts and content',
  render: 'Pages, feeds and calendar files',
  store: 'Fonts of the pages',
  media: 'Pictures, share cards and rare characters',
  gate: 'Checks',
  switch: 'Checks',
}
const CONTENT_PICTURES = 'Pictures of the content'

const progress = showProgress({
  output: standardOutput,
  steps: [CONTENT_PICTURES, ...new Set(Object.values(PHASES))],
})
const { print } = progress

const { options: flags } = readCommandLine(
  createProgram(
    'npm start --',
    'Runs the embedded admin API, builds what has changed and serves the site.',
  ).option('--force', 'publish what the checks of a release would hold back'),
)

await runProgram(async (stops) => {
  prepareSettings(['site', 'adminApi', 'publish', 'build'], environment)
  stops.push(async () => progress.close())
  const config = readSiteConfig(environment)
  const logger = createLogger('site', config.logLevel)
  stops.push(async () => logger.info({}, 'stopped'))
  // Checks the lock before the ports, so that a second start reports the running server.
  lockDataDir(config.dataDir).release()
  await checkPort(config.port, config.host, 'SITE_PORT')
  checkFolders(config.dataDir)
  const metricsUrl = await serveMetrics(config.metrics, { logger, stops })

  const api = config.adminApiUrl === undefined ? await startApi(stops) : undefined
  if (!api) {
    // The embedded API locks the folder itself.
    const lock = lockDataDir(config.dataDir)
    stops.push(async () => lock.release())
  }
  const apiUrl = config.adminApiUrl ?? api?.url ?? ''
  const publishing = await startPublishing(config, apiUrl, stops)
  const { publisher, hooks, makeFile } = publishing
  const manifest = publisher.live?.manifest ?? publisher.provisional
  if (!manifest) throw new Error('There is nothing to serve.')
  const retired = publisher.live?.retired ?? []
  const cacheDir = path.join(config.dataDir, 'cache')
  const live = await openRelease(manifest, { cacheDir, retired, logger })
  publisher.attach(live)
  stops.push(live.close)
  const previews =
    api && !api.outOfService ? openPreviews(config, api.url, { live, stops }) : undefined
  const server = await startSiteServer({
    ...config,
    ...live,
    adminApiUrl: apiUrl,
    hooks: (exchange, target, draining) =>
      previews && target.path.startsWith(PREVIEW_PATH)
        ? previews.answer(exchange, target)
        : hooks(exchange, target, draining),
    findPreview: previews?.find,
    makeFile,
    logger,
  })
  stops.push(() => server.close({ graceMs: config.graceMs }))
  await writeAddress(config, server.url, { logger, stops })
  api?.tellSite(`${server.url}/hooks/content`)
  const about: [string, string] = [apiUrl, describeApi(api, server.url)]
  if (isProduction) printProductionAddresses(config, server.url, about)
  else printAddresses(server.url, about, config.dataDir)
  if (metricsUrl !== undefined) printTable([['Metrics', metricsUrl, 'for Prometheus']])
  stops.push(async () => {
    logger.info({}, 'stopping')
    if (!isProduction) print('Stopping.')
  })
  // Without content there is nothing to build: the live release stays until a restart.
  if (!api?.outOfService) publishing.prepare()
})

/** Tests the folders that a start writes to: one that belongs to root fails a build only after minutes. */
function checkFolders(dataDir: string): void {
  for (const name of ['store', 'releases', 'media', 'cache']) {
    checkWritable(path.join(dataDir, name), 'DATA_DIR')
  }
  const { BUILD_CACHE_DIR } = readConfig(BuildSettingsSchema, environment)
  makeWritable(BUILD_CACHE_DIR, 'BUILD_CACHE_DIR')
}

/** Writes the address for commands; a full disk must not prevent the start. */
async function writeAddress(
  { dataDir, siteUrl }: SiteConfig,
  url: string,
  { logger, stops }: { logger: Logger; stops: Stop[] },
): Promise<void> {
  try {
    const address = process.env['SITE_URL'] ? siteUrl : url
    const remove = await writeServerAddress(dataDir, address)
    stops.push(async () => remove())
  } catch (error) {
    logger.warn({ err: error }, 'commands cannot find the address of this server')
  }
}

function describeApi(api: RunningAdminApi | undefined, siteUrl: string): string {
  if (!api) return 'your own (ADMIN_API_URL)'
  if (api.outOfService) return 'refuses all calls, as said above'
  return readAdminApiConfig(environment).hasApiDocs ? `described at ${siteUrl}/docs` : ''
}

async function startApi(stops: Stop[]): Promise<RunningAdminApi> {
  const config = readAdminApiConfig(environment)
  await checkPort(config.port, config.host, 'ADMIN_API_PORT')
  print('Starting the admin API.')
  const api = await startAdminApi(config, {
    logger: createLogger('api', config.logLevel),
    report: (done, total) => progress.show(CONTENT_PICTURES, done, total),
  })
  stops.push(() => api.close())
  if (api.outOfService && config.mode !== 'production') {
    console.error(`\n${api.outOfService.message}\n`)
  }
  return api
}

/** Opens previews of the embedded API's content; external APIs provide their own. */
function openPreviews(
  config: SiteConfig,
  apiUrl: string,
  { live, stops }: { live: LiveRelease; stops: Stop[] },
) {
  const apiConfig = readAdminApiConfig(environment)
  const previews = createPreviews({
    projectDir,
    apiConfig,
    apiUrl,
    siteUrl: config.siteUrl,
    trustedHops: config.trustedHops,
    limits: readPublishConfig(environment),
    logger: createLogger('preview', config.logLevel),
  })
  stops.push(previews.close)
  const secrets = createSecrets(loadSecret(apiConfig.dataDir, apiConfig.secret))
  return createPreviewAnswers({
    previews,
    secrets,
    getPublicSite: () => ({ manifest: live.getManifest(), itemRoutes: ITEM_ROUTES }),
    https: config.https !== false,
    now: Date.now,
  })
}

async function startPublishing(
  config: SiteConfig,
  apiUrl: string,
  stops: Stop[],
): Promise<Publishing> {
  const isForeignApi = config.adminApiUrl !== undefined
  const secrets = readWebhookSecret(config.dataDir, environment)
  const publishing = await openPublishing({
    projectDir,
    dataDir: config.dataDir,
    apiUrl,
    isForeignApi,
    siteUrl: config.siteUrl,
    https: config.https !== false,
    // The embedded API reads the same secret; an external one only has a secret that was configured.
    webhookSecrets: isForeignApi ? readGivenWebhookSecret(environment) : secrets,
    statusSecrets: secrets,
    limits: readPublishConfig(environment),
    logger: createLogger('publish', config.logLevel),
    servesProvisional: !isProduction,
    onBuildLine: (line) => print(`  ${line}`),
    onProgress: ({ phase, done, total }) => progress.show(PHASES[phase], done, total),
    onStarted: (result) => {
      progress.close()
      print(`  ${result}`)
    },
  })
  stops.push(publishing.close)
  await publishing.begin(print, flags.force === true)
  return publishing
}

function printAddresses(siteUrl: string, api: [url: string, about: string], dataDir: string): void {
  const rows = [
    ['Site', siteUrl, 'Chinese'],
    ['', `${siteUrl}/en`, 'English'],
    ['API', ...api],
    ['Data', path.resolve(dataDir), 'delete it for a clean start'],
  ]
  printTable(rows)
  print('\n  Ctrl+C stops everything.')
}

function printProductionAddresses(
  { siteUrl, dataDir }: SiteConfig,
  url: string,
  api: [url: string, about: string],
): void {
  printTable([
    ['Site', siteUrl, `listens on ${url}`],
    ['API', ...api],
    ['Data', path.resolve(dataDir), ''],
  ])
}

function printTable(rows: readonly string[][]): void {
  const width = Math.max(...rows.map(([, address = '']) => address.length))
  print('')
  for (const [name = '', address = '', note = ''] of rows) {
    print(`  ${name.padEnd(6)}${address.padEnd(width + 2)}${note}`.trimEnd())
  }
}

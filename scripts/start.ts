// `npm start`: runs the embedded admin API (unless ADMIN_API_URL is set), builds if needed, and serves.
// Must be the first import, because `i18n/locales.ts` reads a setting when it loads.
import './lib/env-file.ts'
import path from 'node:path'
import { readAdminApiConfig } from './admin-api/config.ts'
import { PREVIEW_PATH } from './admin-api/security/preview-token.ts'
import { createSecrets, loadSecret } from './admin-api/security/secrets.ts'
import { startAdminApi, type RunningAdminApi } from './admin-api/start-admin-api.ts'
import { createProgram, readCommandLine } from './lib/command-line/create-program.ts'
import { checkPort } from './lib/listen.ts'
import { lockDataDir } from './lib/lock-data-dir.ts'
import { createLogger, createPlainLogger, type Logger } from './lib/logger.ts'
import { runProgram, type Stop } from './lib/run-program.ts'
import { serveMetrics } from './lib/serve-metrics.ts'
import { writeServerAddress } from './lib/server-address.ts'
import { showProgress, standardOutput } from './lib/show-progress.ts'
import { readWebhookSecret, readServerSecret } from './lib/webhook-secret.ts'
import { createPreviewHandler } from './preview/handle-previews.ts'
import { createPreviews } from './preview/create-previews.ts'
import { readPublishConfig } from './publish/config.ts'
import { checkFolders } from './publish/work-folders.ts'
import { prepareSettings } from './settings.ts'
import { createPuller, openSharedReleases } from './publish/open-shared-releases.ts'
import { openSharedSite, type SharedSiteOptions } from './publish/open-shared-site.ts'
import type { SharedReleases } from './publish/shared-releases.ts'
import { shareReleases } from './publish/share-releases.ts'
import { describeBuilt } from './publish/describe-status.ts'
import { openPublishing, type Publishing } from './publish/open-publishing.ts'
import { CONTENT_STEP, PHASE_STEPS, START_STEPS } from './lib/build-progress.ts'
import { readSiteConfig, type SiteConfig } from './serve/config.ts'
import { alignAddresses, listSiteRows } from './serve/describe-addresses.ts'
import { createLiveRelease, type LiveRelease } from './serve/live-release.ts'
import { startSiteServer, type HookHandler } from './serve/server.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

// Development prints a short summary and logs only warnings; production logs every request.
const isProduction = process.env['NODE_ENV'] === 'production'
const quiet = isProduction ? {} : { LOG_LEVEL: 'warn' }
const environment = { ...quiet, ...process.env }

const progress = showProgress(standardOutput, START_STEPS)
const { print } = progress

/** Logs JSON in production, and plain lines otherwise. */
const openLogger = (name: string, level: string): Logger =>
  isProduction ? createLogger(name, level) : createPlainLogger(level, print)

const { options: flags } = readCommandLine(
  createProgram(
    'npm start --',
    'Runs the embedded admin API, builds what has changed and serves the site.',
  ).option('--force', 'publish even if the gate refuses the release'),
)

await runProgram(async (stops) => {
  prepareSettings(['site', 'adminApi', 'publish', 'build'], environment)
  stops.push(async () => progress.close('interrupted'))
  const config = readSiteConfig(environment)
  const logger = openLogger('site', config.logLevel)
  stops.push(async () => logger.info({}, 'stopped'))
  // Checks the lock before the ports, so that a second start reports the running server.
  lockDataDir(config.dataDir).release()
  await checkPort(config.port, config.host, 'SITE_PORT')
  checkFolders(config.dataDir, environment)
  const metricsUrl = await serveMetrics(config.metrics, { logger, stops })

  const api = config.adminApiUrl === undefined ? await startApi(stops) : undefined
  if (!api) {
    // The embedded API locks the folder itself.
    const lock = lockDataDir(config.dataDir)
    stops.push(async () => lock.release())
  }
  const apiUrl = config.adminApiUrl ?? api?.url ?? ''
  const live = createLiveRelease(path.join(config.dataDir, 'cache'), logger)
  stops.push(live.close)
  const site = await openSite(config, { apiUrl, live, stops, logger })
  const previews = api && openPreviews(config, api, { live, stops })
  const server = await startSiteServer({
    ...config,
    ...live,
    adminApiUrl: apiUrl,
    hooks: (exchange, target, draining) =>
      previews && target.path.startsWith(PREVIEW_PATH)
        ? previews.handle(exchange, target)
        : site.hooks(exchange, target, draining),
    findPreview: previews?.find,
    makeFile: site.makeFile,
    logger,
  })
  stops.push(() => server.close({ graceMs: config.graceMs }))
  await site.waitForFirstRelease()
  await writeAddress(config, server.url, { logger, stops })
  const addresses = alignAddresses([
    ...(isProduction
      ? [['Site', config.siteUrl, `listens on ${server.url}`] as const]
      : listSiteRows(server.url)),
    ['API', apiUrl, describeApi(api, server.url)],
    ['Data', path.resolve(config.dataDir), isProduction ? '' : 'delete it for a clean start'],
    ...(metricsUrl ? [['Metrics', metricsUrl, 'for Prometheus'] as const] : []),
  ])
  for (const line of addresses) print(line)
  if (!isProduction) print('\n  Ctrl+C stops everything.')
  stops.push(async () => {
    logger.info({}, 'stopping')
    if (!isProduction) print('Stopping.')
  })
  site.startUpdates({
    startWebhooks: () => api?.notifySite(`${server.url}/hooks/content`) ?? (async () => {}),
    // Without content there is nothing to build: the live release stays until a restart.
    canBuild: !api?.outOfService,
  })
})

interface Site {
  hooks: HookHandler
  makeFile?: Publishing['makeFile']
  /** Called once the server listens. Resolves when there is a site to serve. */
  waitForFirstRelease(): Promise<void>
  /** Called once there is a site to serve. */
  startUpdates(start: { startWebhooks: StartWebhooks; canBuild: boolean }): void
}
/** Starts webhooks from the embedded API to this server. @returns stops them */
type StartWebhooks = () => () => Promise<void>

interface SiteContext {
  apiUrl: string
  live: LiveRelease
  stops: Stop[]
  logger: Logger
}

/** Opens the site of one process, or of several that share a bucket and a database server. */
async function openSite(config: SiteConfig, context: SiteContext): Promise<Site> {
  const shared = await openSharedReleases(config)
  const { databaseServer } = readPublishConfig(environment)
  return shared && databaseServer
    ? openElectedSite(config, { ...context, shared, address: databaseServer })
    : openOwnSite(config, { ...context, shared })
}

async function openOwnSite(
  config: SiteConfig,
  { apiUrl, live, stops, logger, shared }: SiteContext & { shared: SharedReleases | null },
): Promise<Site> {
  if (shared) await createPuller(config.dataDir, { shared, logger })()
  const publishing = await createPublishing(config, { apiUrl, live }, !isProduction)
  stops.push(publishing.close)
  const { publisher, hooks, makeFile } = publishing
  return {
    hooks,
    makeFile,
    async waitForFirstRelease() {
      await publishing.begin(print, flags.force === true)
      if (shared) stops.push(shareReleases({ ...config, shared, publisher, logger }))
    },
    startUpdates({ startWebhooks, canBuild }) {
      startWebhooks()
      if (canBuild) publishing.prepare()
    },
  }
}

async function openElectedSite(
  config: SiteConfig,
  context: SiteContext & Pick<SharedSiteOptions, 'shared' | 'address'>,
): Promise<Site> {
  const { live, stops } = context
  const begun = Promise.withResolvers<StartWebhooks>()
  let isForced = flags.force === true
  const site = await openSharedSite({
    ...context,
    dataDir: config.dataDir,
    webhookSecrets: readServerSecret(config, environment),
    openPublishing: () => createPublishing(config, context, false),
    beginPublishing(publishing) {
      const begins = publishing.begin(print, isForced)
      // Later elections build what the gate accepts.
      isForced = false
      return begins
    },
    onBuilding() {
      const stopWebhooks = begun.promise.then((startWebhooks) => startWebhooks())
      return async () => (await stopWebhooks)()
    },
  })
  stops.push(site.close)
  return {
    hooks: site.hooks,
    async waitForFirstRelease() {
      if (live.getManifest().files.size === 0) {
        progress.close('complete')
        print('  One of the processes builds the first release.')
      }
      await site.ready
    },
    startUpdates: ({ startWebhooks }) => begun.resolve(startWebhooks),
  }
}

/** Writes the server address for staff commands. Failures are logged: a full disk must not prevent the start. */
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
    logger.warn({ err: error }, 'cannot write the address of this server for commands')
  }
}

function describeApi(api: RunningAdminApi | undefined, siteUrl: string): string {
  if (!api) return 'your own (ADMIN_API_URL)'
  if (api.outOfService) return 'refuses all calls, see above'
  return readAdminApiConfig(environment).hasApiDocs ? `described at ${siteUrl}/docs` : ''
}

async function startApi(stops: Stop[]): Promise<RunningAdminApi> {
  const config = readAdminApiConfig(environment)
  await checkPort(config.port, config.host, 'ADMIN_API_PORT')
  print('Starting the admin API.')
  const api = await startAdminApi(config, {
    logger: openLogger('api', config.logLevel),
    report: (done, total) => progress.show(CONTENT_STEP, done, total),
    announce: (line) => print(`  ${line}`),
  })
  stops.push(() => api.close())
  if (api.outOfService && config.mode !== 'production') {
    console.error(`\n${api.outOfService.message}\n`)
  }
  return api
}

/** Opens previews of the content of the embedded API if its database is a file; external APIs provide their own. */
function openPreviews(
  config: SiteConfig,
  api: RunningAdminApi,
  { live, stops }: { live: LiveRelease; stops: Stop[] },
) {
  const apiConfig = readAdminApiConfig(environment)
  if (api.outOfService || apiConfig.database.kind === 'server') return undefined
  const previews = createPreviews({
    projectDir,
    apiConfig,
    apiUrl: api.url,
    siteUrl: config.siteUrl,
    trustedHops: config.trustedHops,
    limits: readPublishConfig(environment).limits,
    logger: openLogger('preview', config.logLevel),
  })
  stops.push(previews.close)
  const secrets = createSecrets(loadSecret(apiConfig.dataDir, apiConfig.secret))
  return createPreviewHandler({
    previews,
    secrets,
    getManifest: live.getManifest,
    https: config.https !== false,
  })
}

function createPublishing(
  config: SiteConfig,
  { apiUrl, live }: Pick<SiteContext, 'apiUrl' | 'live'>,
  servesProvisional: boolean,
): Promise<Publishing> {
  const isExternalApi = config.adminApiUrl !== undefined
  const { databaseServer, ...settings } = readPublishConfig(environment)
  return openPublishing({
    projectDir,
    dataDir: config.dataDir,
    target: live,
    ...(databaseServer && { ledger: databaseServer }),
    apiUrl,
    isExternalApi,
    siteUrl: config.siteUrl,
    https: config.https !== false,
    webhookSecrets: readServerSecret(config, environment),
    statusSecrets: readWebhookSecret(config.dataDir, environment),
    ...settings,
    logger: openLogger('publish', config.logLevel),
    servesProvisional,
    onLine: (line) => print(`  ${line}`),
    onProgress: ({ phase, done, total }) => progress.show(PHASE_STEPS[phase], done, total),
    onStarted: (result) => {
      progress.close('complete')
      print(`  ${result}`)
    },
    // In production every build is logged.
    ...(!isProduction && {
      onBuilt: (build) => describeBuilt(build).forEach((line) => print(line)),
    }),
  })
}

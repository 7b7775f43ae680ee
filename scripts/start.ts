// `npm start`: runs the embedded admin API (unless ADMIN_API_URL is set), builds if needed, and serves.
// Must be the first import, because `i18n/locales.ts` reads a setting when it loads.
import './lib/env-file.ts'
import path from 'node:path'
import { readAdminApiConfig } from './admin-api/config.ts'
import { PREVIEW_PATH } from './admin-api/security/preview-token.ts'
import { createSecrets, loadSecret } from './admin-api/security/secrets.ts'
import { startAdminApi, type RunningAdminApi } from './admin-api/start-admin-api.ts'
import { createProgram, readCommandLine } from './lib/command-line/create-program.ts'
import {
  describeAddresses,
  describeMetrics,
  describeProductionAddresses,
} from './lib/describe-addresses.ts'
import { checkPort } from './lib/listen.ts'
import { lockDataDir } from './lib/lock-data-dir.ts'
import { createLogger, createPlainLogger, type Logger, type PinoLogger } from './lib/logger.ts'
import { runProgram, type Stop } from './lib/run-program.ts'
import { serveMetrics } from './lib/serve-metrics.ts'
import { writeServerAddress } from './lib/server-address.ts'
import { showProgress, standardOutput } from './lib/show-progress.ts'
import { readGivenWebhookSecret, readWebhookSecret } from './lib/webhook-secret.ts'
import { createPreviewAnswers } from './preview/answer-previews.ts'
import { createPreviews } from './preview/create-previews.ts'
import { readPublishConfig } from './publish/config.ts'
import { checkFolders } from './publish/check-folders.ts'
import { prepareSettings } from './settings.ts'
import { createPuller, openSharedReleases } from './publish/open-shared-releases.ts'
import { openSharedSite, type SharedSiteOptions } from './publish/open-shared-site.ts'
import type { SharedReleases } from './publish/shared-releases.ts'
import { shareReleases } from './publish/share-releases.ts'
import { describeBuilt } from './publish/describe-status.ts'
import { openPublishing, type Publishing } from './publish/open-publishing.ts'
import { CONTENT_PICTURES, PHASES, START_STEPS } from './publish/start-steps.ts'
import { serveFirstStart } from './publish/serve-first-start.ts'
import { readSiteConfig, type SiteConfig } from './serve/config.ts'
import { openRelease, type LiveRelease } from './serve/live-release.ts'
import { startSiteServer, type HookHandler } from './serve/server.ts'
import { listHomePages } from './serve/list-home-pages.ts'
import { ITEM_ROUTES } from './serve/site-routes.ts'

const projectDir = path.resolve(import.meta.dirname, '..')

// In development the printed lines suffice; in production every request is logged.
const isProduction = process.env['NODE_ENV'] === 'production'
const quiet = isProduction ? {} : { LOG_LEVEL: 'warn' }
const environment = { ...quiet, ...process.env }

const progress = showProgress({ output: standardOutput, steps: START_STEPS })
const { print } = progress

/** Logs JSON in production, and plain lines at a terminal. */
const openLogger = (name: string, level: string): PinoLogger =>
  isProduction ? createLogger(name, level) : createPlainLogger(level, print)

const { options: flags } = readCommandLine(
  createProgram(
    'npm start --',
    'Runs the embedded admin API, builds what has changed and serves the site.',
  ).option('--force', 'publish what the checks of a release would hold back'),
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
  const { live, hooks, makeFile, begin } = await openSite(config, { apiUrl, stops, logger })
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
  const about: [string, string] = [apiUrl, describeApi(api, server.url)]
  const lines = isProduction
    ? describeProductionAddresses(config, server.url, about)
    : describeAddresses(listHomePages(server.url), about, config.dataDir)
  for (const line of [...lines, ...describeMetrics(metricsUrl)]) print(line)
  stops.push(async () => {
    logger.info({}, 'stopping')
    if (!isProduction) print('Stopping.')
  })
  begin({
    tellChanges: () => api?.notifySite(`${server.url}/hooks/content`) ?? (async () => {}),
    // Without content there is nothing to build: the live release stays until a restart.
    canBuild: !api?.outOfService,
  })
})

interface Site {
  live: LiveRelease
  hooks: HookHandler
  makeFile?: Publishing['makeFile']
  /** Called once the server listens. */
  begin(start: { tellChanges: TellChanges; canBuild: boolean }): void
}
/** Has the API tell the server of changed content. @returns the function that ends it */
type TellChanges = () => () => Promise<void>

interface SiteContext {
  apiUrl: string
  stops: Stop[]
  logger: Logger
}

/** Opens the site: of this process alone, or of several that share a store and a server of databases. */
async function openSite(config: SiteConfig, context: SiteContext): Promise<Site> {
  const shared = await openSharedReleases(config)
  const { databaseServer } = readPublishConfig(environment)
  return shared && databaseServer
    ? openElectedSite(config, { ...context, shared, address: databaseServer })
    : openOwnSite(config, { ...context, shared })
}

async function openOwnSite(
  config: SiteConfig,
  { apiUrl, stops, logger, shared }: SiteContext & { shared: SharedReleases | null },
): Promise<Site> {
  if (shared) await createPuller(config.dataDir, { shared, logger })()
  const publishing = await createPublishing(config, apiUrl, !isProduction)
  stops.push(publishing.close)
  const { publisher, hooks, makeFile } = publishing
  const endFirstStart = publisher.live ? undefined : await serveFirstStart({ ...config, hooks })
  if (endFirstStart) stops.push(endFirstStart)
  await publishing.begin(print, flags.force === true)
  await endFirstStart?.()
  const manifest = publisher.live?.manifest ?? publisher.provisional
  if (!manifest) throw new Error('There is nothing to serve.')
  const retired = publisher.live?.retired ?? []
  const cacheDir = path.join(config.dataDir, 'cache')
  const live = await openRelease(manifest, { cacheDir, retired, logger })
  publisher.attach(live)
  if (shared) stops.push(shareReleases({ ...config, shared, publisher, logger }))
  stops.push(live.close)
  return {
    live,
    hooks,
    makeFile,
    begin({ tellChanges, canBuild }) {
      tellChanges()
      if (canBuild) publishing.prepare()
    },
  }
}

async function openElectedSite(
  config: SiteConfig,
  { apiUrl, stops, logger, ...shared }: SiteContext & Pick<SharedSiteOptions, 'shared' | 'address'>,
): Promise<Site> {
  const begun = Promise.withResolvers<TellChanges>()
  const site = await openSharedSite({
    ...shared,
    dataDir: config.dataDir,
    webhookSecrets: readSecretsOfWebhooks(config),
    openPublishing: () => createPublishing(config, apiUrl, false),
    beginPublishing: (publishing) => publishing.begin(print, flags.force === true),
    async serveFirstStart(hooks) {
      progress.close('complete')
      print('  One of the processes builds the first release.')
      const end = await serveFirstStart({ ...config, hooks })
      stops.push(end)
      return end
    },
    onBuilding() {
      const telling = begun.promise.then((tellChanges) => tellChanges())
      return async () => (await telling)()
    },
    logger,
  })
  stops.push(site.close)
  return { ...site, begin: ({ tellChanges }) => begun.resolve(tellChanges) }
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
    logger: openLogger('api', config.logLevel),
    report: (done, total) => progress.show(CONTENT_PICTURES, done, total),
    announce: (line) => print(`  ${line}`),
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
    logger: openLogger('preview', config.logLevel),
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

/** The embedded API reads the same secret; an external one only has a secret that was configured. */
function readSecretsOfWebhooks({ adminApiUrl, dataDir }: SiteConfig): readonly string[] {
  return adminApiUrl === undefined
    ? readWebhookSecret(dataDir, environment)
    : readGivenWebhookSecret(environment)
}

function createPublishing(
  config: SiteConfig,
  apiUrl: string,
  servesProvisional: boolean,
): Promise<Publishing> {
  const isForeignApi = config.adminApiUrl !== undefined
  const { databaseServer, ...limits } = readPublishConfig(environment)
  return openPublishing({
    projectDir,
    dataDir: config.dataDir,
    ...(databaseServer && { ledger: databaseServer }),
    apiUrl,
    isForeignApi,
    siteUrl: config.siteUrl,
    https: config.https !== false,
    webhookSecrets: readSecretsOfWebhooks(config),
    statusSecrets: readWebhookSecret(config.dataDir, environment),
    limits,
    logger: openLogger('publish', config.logLevel),
    servesProvisional,
    onBuildLine: (line) => print(`  ${line}`),
    onProgress: ({ phase, done, total }) => progress.show(PHASES[phase], done, total),
    onStarted: (result) => {
      progress.close('complete')
      print(`  ${result}`)
    },
    // In production the log has a line for each build.
    ...(!isProduction && {
      onBuilt: (build) => describeBuilt(build).forEach((line) => print(line)),
    }),
  })
}

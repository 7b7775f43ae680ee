import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from '../lib/logger.ts'
import { createDrain, type Drain } from '../lib/drain-server.ts'
import type { FileStore } from '../lib/file-store/file-store.ts'
import { openFileStore } from '../lib/file-store/open-file-store.ts'
import { limitBodyTime } from '../lib/limit-body-time.ts'
import { listen } from '../lib/listen.ts'
import { observeQuery } from '../lib/metrics.ts'
import { createApp } from './app.ts'
import { collectDatabaseMetrics } from './collect-metrics.ts'
import { createDeps, type Deps } from './deps.ts'
import type { Config } from './config.ts'
import { importContent } from './content/import-content.ts'
import { writeContentFaults } from '../lib/content-faults.ts'
import { lockDataDir } from '../lib/lock-data-dir.ts'
import { createDatabaseHealth } from './db/health.ts'
import { listUnsentPurposes } from './providers/messenger/create-messenger.ts'
import { DEMO_CONTENT } from './demo/demo-content.ts'
import { openDatabase, type Database } from './db/open.ts'
import { hasRows } from './db/rows.ts'
import { readTimeSetting } from './db/settings.ts'
import { UnusableDatabaseError } from './db/unusable-database.ts'
import { loadSecret } from './security/secrets.ts'
import { releaseUnfinishedKeys } from './idempotency.ts'
import { startJobs } from './jobs.ts'
import { createOutOfServiceApp } from './out-of-service.ts'
import { startPublishing } from './publishing/start-publishing.ts'
import { watchContent } from './publishing/watch-content.ts'

const SLOW_QUERY_MS = 500
/** Length at which logged queries are cut; the debug level logs the full text. */
const MAX_LOGGED_SQL = 100

export interface StartOptions {
  logger: Logger
  now?: () => number
  /** Content folder for a new database; by default the configured one, else the demo. */
  contentDir?: string
  /** Called with the progress of reading pictures at the first start. */
  report?: (done: number, total: number) => void
  /** Prints a line on the terminal. */
  announce?: (line: string) => void
}
export interface RunningAdminApi {
  url: string
  /** Why every call responds with 503; null when the API is in service. */
  outOfService: UnusableDatabaseError | null
  /**
   * Sends content changes to this webhook URL, pending ones included. For callers that know the URL only
   * after the start; a configured URL takes precedence.
   * @returns the function that stops the notifications
   */
  notifySite(webhookUrl: string): () => Promise<void>
  /** Stops gracefully: waits at most ten seconds for open requests. */
  close(): Promise<void>
}

async function fillEmptyDatabase(
  db: Database,
  config: Config,
  { logger, ...options }: StartOptions & { files: FileStore },
) {
  if ((await readTimeSetting(db.query, 'first_start')) !== null) return
  const root = options.contentDir ?? config.contentDir ?? DEMO_CONTENT
  if (root === DEMO_CONTENT && config.mode === 'production') {
    logger.warn(
      'the data folder was empty: the site shows demo content until you import your own (npm run admin -- content import DIR)',
    )
  }
  await importContent(db, {
    root,
    dataDir: config.dataDir,
    files: options.files,
    cacheDir: config.mediaCacheDir,
    now: options.now ?? Date.now,
    ...(options.report && { report: options.report }),
  })
}

/** Generates the key of a new installation, and warns if an existing one has lost its key. */
async function warnOfMissingKey(db: Database, config: Config, logger: Logger): Promise<void> {
  let isNew = false
  loadSecret(config.dataDir, config.secret, () => (isNew = true))
  if (!isNew) return
  if (!(await hasRows(db.query.selectFrom('user')))) return
  logger.warn(
    'secret.key was missing from the data folder and a new one was generated: existing ticket codes are no longer valid; ' +
      'to restore them, stop the server, put the previous secret.key back and start again',
  )
}

/** Logs services that are not available, each with the setting that enables it. */
function warnOfMissingServices({ services, payments, config, messenger, logger }: Deps): void {
  if (config.mail.provider === 'none') {
    logger.warn('MAIL_URL is not set: no mails are sent, members read messages in their account')
  }
  if (!services.canLogIn) {
    logger.warn('MESSENGER is none: no codes are sent, so nobody can log in or buy online')
  } else if (payments.size === 0) {
    logger.warn(
      'PAYMENT_PROVIDER is none: nothing is sold online, pages refer to the box office instead',
    )
  }
  const unsent = listUnsentPurposes(messenger.gateways)
  if (unsent.length > 0) {
    logger.warn(
      `not sent by SMS to mainland China, as no gateway has a template: ${unsent.join(', ')}`,
    )
  }
}

/** The HTTP server of the API with its timeouts and graceful shutdown. */
function createApiServer(fetch: Parameters<typeof getRequestListener>[0]) {
  const respond = getRequestListener(fetch)
  const server = createServer(
    // Longer than the idle timeout of the site's connection pool, so that the site never reuses a
    // connection that this server is closing.
    { headersTimeout: 15_000, requestTimeout: 0, keepAliveTimeout: 75_000 },
    (request, response) => {
      limitBodyTime(request, response)
      void respond(request, response)
    },
  )
  return { server, drain: createDrain(server) }
}

const listenAt = (server: Server, { port, host }: Config) =>
  listen(server, port, host, 'ADMIN_API_PORT')

const shortenSql = (sql: string) => sql.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_LOGGED_SQL)

/** Opens the database, or returns why it cannot be used. */
async function tryOpenDatabase(config: Config, logger: Logger) {
  try {
    return await openDatabase(config.database, {
      checksPages: true,
      // SQLite runs on the main thread: a slow query delays all calls.
      onQuery: (sql, ms) => {
        observeQuery(ms)
        if (ms <= SLOW_QUERY_MS) return
        logger.warn({ sql: shortenSql(sql), ms: Math.round(ms) }, 'slow query')
        logger.debug({ sql, ms }, 'full text of the slow query')
      },
    })
  } catch (error) {
    if (error instanceof UnusableDatabaseError) return error
    throw error
  }
}

/** Starts a server that responds to every call with a localised 503. */
async function startOutOfService(
  config: Config,
  outOfService: UnusableDatabaseError,
  { logger, now, cleanups }: { logger: Logger; now: () => number; cleanups: AsyncDisposableStack },
): Promise<RunningAdminApi> {
  // In development `main.ts` prints the message.
  if (config.mode === 'production') {
    logger.error({ fault: outOfService.fault }, outOfService.message)
  }
  const { server, drain } = createApiServer(createOutOfServiceApp(outOfService, now).fetch)
  return {
    url: await listenAt(server, config),
    outOfService,
    notifySite: () => async () => {},
    async close() {
      await drain.close()
      await cleanups.disposeAsync()
    },
  }
}

/**
 * Starts the embedded admin API: locks the data folder, migrates the database, imports content into a new
 * one and listens. If the database cannot be used, every call responds with 503 (`outOfService`).
 */
export async function startAdminApi(
  config: Config,
  options: StartOptions,
): Promise<RunningAdminApi> {
  const { logger, now = Date.now } = options
  const lock = lockDataDir(config.dataDir)
  const cleanups = new AsyncDisposableStack()
  cleanups.defer(() => lock.release())
  try {
    const db = await tryOpenDatabase(config, logger)
    if (db instanceof UnusableDatabaseError) {
      return await startOutOfService(config, db, { logger, now, cleanups })
    }
    cleanups.defer(() => db.close())
    // Only one process uses a database file, so unfinished writes are from a crashed process.
    if (config.database.kind === 'file') await releaseUnfinishedKeys(db)
    await warnOfMissingKey(db, config, logger)
    const files = await openFileStore(config)
    await fillEmptyDatabase(db, config, { ...options, files })
    const health = createDatabaseHealth({ db, address: config.database, logger, now })
    let drain: Drain | undefined
    const isDraining = () => drain?.draining ?? false
    const publishing = startPublishing({ db, config, logger, health, now })
    const watching = config.contentDir
      ? watchContent({
          db,
          logger,
          root: config.contentDir,
          dataDir: config.dataDir,
          files,
          cacheDir: config.mediaCacheDir,
          now,
          onChange: publishing.send,
          ...(options.announce && { announce: options.announce }),
        })
      : null
    cleanups.defer(async () => {
      await Promise.all([publishing.stop(), watching?.stop()])
    })
    if (watching) {
      options.announce?.(`Changes in ${config.contentDir} are imported on save.`)
      await watching.sync()
    } else {
      // Clears the errors of a folder that is no longer watched.
      await writeContentFaults(config.dataDir, [])
    }
    const deps = await createDeps({ db, config, logger, health, now, isDraining })
    warnOfMissingServices(deps)
    const app = createApp(deps)
    const { server, drain: own } = createApiServer(app.fetch)
    drain = own
    const url = await listenAt(server, config)
    cleanups.defer(() => own.close())
    collectDatabaseMetrics(db, now)
    cleanups.defer(() => deps.mailer.close())
    const jobs = await startJobs(deps, app)
    cleanups.defer(() => jobs.stop())
    return {
      url,
      outOfService: null,
      notifySite: publishing.notifySite,
      async close() {
        if (own.draining) return own.close()
        await own.close()
        await deps.storage.settle()
        await cleanups.disposeAsync()
      },
    }
  } catch (error) {
    await cleanups.disposeAsync()
    throw error
  }
}

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { readAdminApiConfig } from '#scripts/admin-api/config.ts'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { readPublishConfig } from '#scripts/publish/config.ts'
import { exportLiveRelease } from '#scripts/publish/export-release.ts'
import { openPublishing } from '#scripts/publish/open-publishing.ts'
import { readWebhookSecret } from '#scripts/lib/webhook-secret.ts'
import { readSiteConfig } from '#scripts/serve/config.ts'
import { createLiveRelease } from '#scripts/serve/live-release.ts'
import { startSiteServer } from '#scripts/serve/server.ts'
import { getDatabaseAddress } from './database.ts'
import { findSecrets } from './find-secrets.ts'

export interface Stack {
  /** URL of the site. */
  site: string
  /** URL of the embedded admin API. */
  api: string
  /** Folder of the first release. */
  release: string
}

export interface RunningStack extends Stack {
  /** Number of log lines so far, and those that contain a phone number, a token or a code. */
  checkLog: () => Promise<{ lines: number; secrets: string[] }>
  stopApi: () => Promise<void>
  close: () => Promise<void>
}

/** The stack that the test runner has started, or null. */
export function findStack(): Stack | null {
  const { STACK_SITE: site, STACK_API: api, STACK_RELEASE: release } = process.env
  return site && api && release ? { site, api, release } : null
}

/** The stack that the test runner has started. @throws Error when there is none */
export function requireStack(): Stack {
  const stack = findStack()
  if (!stack) throw new Error('the stack is not running')
  return stack
}

/** All codes in the outbox. */
async function readSentCodes(dataDir: string): Promise<Set<string>> {
  const db = await openDatabase(getDatabaseAddress(dataDir), { isShared: true })
  const rows = await db.query.selectFrom('message').select('text').execute()
  await db.close()
  return new Set(rows.flatMap(({ text }) => text.match(/\b\d{6}\b/g) ?? []))
}

/** Starts the product as `npm start` does: fresh data folder, demo content, build, server. */
export async function startStack(report: (line: string) => void = () => {}): Promise<RunningStack> {
  // Inside the project: Astro shares one folder between builds that write outside of it.
  const cache = join('node_modules', '.cache', 'entracte')
  await mkdir(cache, { recursive: true })
  const dataDir = await mkdtemp(join(cache, 'test-'))
  const environment = {
    DATA_DIR: dataDir,
    ADMIN_API_PORT: '0',
    SITE_PORT: '0',
    LOG_LEVEL: 'error',
    // Tests set their client IP address, by which the API limits codes.
    TRUSTED_PROXIES: '1',
    // All tests log in within minutes.
    SMS_PER_HOUR: '10000',
    ADMIN_API_TRUSTED_PROXIES: '2',
  }
  const log: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) })
  const api = await startAdminApi(readAdminApiConfig(environment), { logger })
  const config = readSiteConfig(environment)
  const secrets = readWebhookSecret(dataDir, environment)
  const live = createLiveRelease(join(dataDir, 'cache'), logger)
  // Files are compressed when a test requests them: most are never requested.
  const closing = Promise.withResolvers<void>()
  live.compressor.yieldTo(closing.promise)
  const publishing = await openPublishing({
    ...readPublishConfig({}),
    projectDir: resolve('.'),
    dataDir,
    target: live,
    apiUrl: api.url,
    isExternalApi: false,
    siteUrl: config.siteUrl,
    https: config.https !== false,
    webhookSecrets: secrets,
    statusSecrets: secrets,
    logger,
  })
  await publishing.begin(report)
  const { publisher, hooks } = publishing
  if (!publisher.live) throw new Error('the first build published nothing')
  const release = await exportLiveRelease(dataDir)
  const server = await startSiteServer({ ...config, ...live, adminApiUrl: api.url, hooks, logger })
  api.notifySite(`${server.url}/hooks/content`)
  return {
    site: server.url,
    api: api.url,
    release,
    checkLog: async () => ({
      lines: log.length,
      secrets: findSecrets(log, await readSentCodes(dataDir)),
    }),
    stopApi: () => api.close(),
    close: async () => {
      await server.close({ graceMs: 0 })
      await publishing.close()
      closing.resolve()
      await live.close()
      await api.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

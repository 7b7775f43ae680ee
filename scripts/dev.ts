// Development: runs the embedded admin API (unless ADMIN_API_URL is set) and Astro's dev server, which
// serves the whole site like `npm start`.
// Must be the first import, because `i18n/locales.ts` reads a setting when it loads.
import './lib/env-file.ts'
import path from 'node:path'
import { dev } from 'astro'
import { readAdminApiConfig } from './admin-api/config.ts'
import { startAdminApi, type RunningAdminApi } from './admin-api/start-admin-api.ts'
import { createStylePlugins } from './dev/style-plugins.ts'
import { createProgram, readCommandLine } from './lib/command-line/create-program.ts'
import { checkPort } from './lib/listen.ts'
import { lockDataDir } from './lib/lock-data-dir.ts'
import { createLogger } from './lib/logger.ts'
import { runProgram, type Stop } from './lib/run-program.ts'
import { readServerSecret } from './lib/webhook-secret.ts'
import { prepareSettings } from './settings.ts'
import { readSiteConfig } from './serve/config.ts'
import { alignAddresses, listSiteRows } from './serve/describe-addresses.ts'

const environment = { LOG_LEVEL: 'warn', ...process.env }

readCommandLine(
  createProgram('npm run dev --', 'Runs the embedded admin API and the development server.'),
)

await runProgram(async (stops) => {
  prepareSettings(['site', 'adminApi', 'build'], environment)
  const config = readSiteConfig(environment)
  lockDataDir(config.dataDir).release()
  await checkPort(config.port, config.host, 'SITE_PORT')
  const api = config.adminApiUrl === undefined ? await startApi(stops) : undefined
  const apiUrl = config.adminApiUrl ?? api?.url ?? ''
  // The build reads its settings from the environment.
  Object.assign(process.env, { ADMIN_API_URL: apiUrl, SITE_URL: config.siteUrl })

  // Imported after the settings are checked, because its modules read settings when they load.
  const { livePages } = await import('./dev/live-pages.ts')
  const ownListeners = new Set(process.listeners('SIGTERM'))
  const server = await dev({
    root: path.resolve(import.meta.dirname, '..'),
    logLevel: 'warn',
    server: { port: config.port, host: config.host },
    // Vite injects styles and scripts whose hashes cannot be known in advance.
    security: { csp: false },
    integrations: [
      livePages({
        apiUrl,
        isExternalApi: api === undefined,
        webhookSecrets: readServerSecret(config, environment),
        trustedHops: config.trustedHops,
        logger: createLogger('site', config.logLevel),
      }),
    ],
    vite: {
      server: { strictPort: true },
      css: { postcss: { plugins: createStylePlugins() } },
    },
  })
  stops.push(() => server.stop())
  // Vite would end the process on this signal before the API has stopped.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ownListeners.has(listener)) process.off('SIGTERM', listener)
  }

  const [siteUrl = ''] = [...server.resolvedUrls.local, ...server.resolvedUrls.network]
  const site = siteUrl.replace(/\/$/, '')
  api?.notifySite(`${site}/hooks/content`)
  const rows = [...listSiteRows(site), ['API', apiUrl, `described at ${site}/docs`]] as const
  for (const line of alignAddresses(rows)) console.log(line)
  console.log(`  Watched content folder: ${process.env['CONTENT_DIR'] ?? 'none (set CONTENT_DIR)'}`)
  console.log(
    '\n  Saved components, styles and watched content appear at once; restart after a change below scripts/.' +
      '\n  Ctrl+C stops everything.',
  )
})

async function startApi(stops: Stop[]): Promise<RunningAdminApi> {
  const config = readAdminApiConfig(environment)
  await checkPort(config.port, config.host, 'ADMIN_API_PORT')
  const api = await startAdminApi(config, { logger: createLogger('api', config.logLevel) })
  stops.push(() => api.close())
  return api
}

// Development: the embedded admin API (unless ADMIN_API_URL names another) and Astro's dev server.
import { dev } from 'astro'
import { readAdminApiConfig } from './admin-api/config.ts'
import { startAdminApi } from './admin-api/start-admin-api.ts'
import { createLogger } from './lib/logger.ts'
import { runProgram } from './lib/run-program.ts'

await runProgram(async (stops) => {
  if (process.env['ADMIN_API_URL'] === undefined) {
    const config = readAdminApiConfig({ LOG_LEVEL: 'warn', ...process.env })
    const api = await startAdminApi(config, { logger: createLogger('api', config.logLevel) })
    stops.push(() => api.close())
    process.env['ADMIN_API_URL'] = api.url
  }
  const server = await dev({ root: '.' })
  stops.push(() => server.stop())
})

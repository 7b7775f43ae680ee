import { createProgram, readCommandLine } from '../lib/command-line/create-program.ts'
import { createLogger } from '../lib/logger.ts'
import { runProgram } from '../lib/run-program.ts'
import { serveMetrics } from '../lib/serve-metrics.ts'
import { warnOfUnknownSettings } from '../settings.ts'
import { readAdminApiConfig } from './config.ts'
import { startAdminApi } from './start-admin-api.ts'

readCommandLine(createProgram('npm run api --', 'Runs the embedded admin API alone.'))

await runProgram(async (stops) => {
  warnOfUnknownSettings(process.env)
  const config = readAdminApiConfig()
  const logger = createLogger('api', config.logLevel)
  await serveMetrics(config.metrics, { logger, stops })
  const api = await startAdminApi(config, {
    logger,
    report(done, total) {
      if (done % 20 === 0 || done === total)
        console.log(`demo content: picture ${done} of ${total}`)
    },
  })
  stops.push(() => api.close())
  if (api.outOfService && config.mode !== 'production') console.error(api.outOfService.message)
  console.log(`admin API at ${api.url}`)
})

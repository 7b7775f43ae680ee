import { createProgram, readCommandLine } from '../lib/command-line/create-program.ts'
import { runProgram } from '../lib/run-program.ts'
import { warnOfUnknownSettings } from '../settings.ts'
import { readAdminApiConfig } from './config.ts'
import { startAdminApi } from './start-admin-api.ts'

readCommandLine(createProgram('npm run api --', 'Runs the embedded admin API alone.'))

await runProgram(async (stops) => {
  warnOfUnknownSettings(process.env)
  const config = readAdminApiConfig()
  const api = await startAdminApi(config, {
    report(done, total) {
      if (done % 20 === 0 || done === total)
        console.log(`demo content: picture ${done} of ${total}`)
    },
  })
  stops.push(() => api.close())
  if (api.outOfService && config.mode !== 'production') console.error(api.outOfService.message)
  console.log(`admin API at ${api.url}`)
})

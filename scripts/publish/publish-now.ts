// npm run publish:now [-- --force]: requests a build from the server that runs on the data folder.
// --force publishes even if the gate refuses the site.
import { createProgram, EXIT, runMain } from '../lib/command-line/create-program.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { sendRequest } from '../lib/server-requests.ts'
import { readSiteConfig } from '../serve/config.ts'
import { createProgressPrinter } from './print-progress.ts'
import { requireSite } from './require-site.ts'

const program = createProgram(
  'npm run publish:now --',
  'Builds and publishes the site with the server that runs on DATA_DIR.',
)
  .option('--force', 'publish even if the gate refuses the release')
  .action(async ({ force = false }) => {
    const { dataDir } = readSiteConfig()
    requireSite(dataDir)
    const request = { kind: 'publish', forced: force } as const
    const progress = createProgressPrinter(dataDir)
    const response = await sendRequest(dataDir, request, progress.print)
    progress.close()
    if (!response) {
      throw new ExpectedError(
        `No server is running on ${dataDir}: "npm start" builds what has changed.`,
      )
    }
    console.log(response.text)
    if (!response.done) process.exitCode = EXIT.failed
  })

await runMain(program)

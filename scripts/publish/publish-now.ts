// npm run publish:now [-- --force]: requests a build from the server that runs on the data folder.
// --force publishes even if the gate refuses the site.
import { describeProgress } from '../lib/build-progress.ts'
import { createProgram, EXIT, runMain } from '../lib/command-line/create-program.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { isServerRunning } from '../lib/lock-data-dir.ts'
import { sendRequest } from '../lib/server-requests.ts'
import { readSiteConfig } from '../serve/config.ts'
import { readStatus, requireSite } from './status.ts'

const CLEAR_LINE = '\r\u001B[K'

/** Prints the progress of a build of another process: one line per step, updated in place in a terminal. */
function createProgressPrinter(dataDir: string) {
  const { isTTY } = process.stdout
  let printed = ''
  let step = ''
  return {
    async print(): Promise<void> {
      const { building } = await readStatus(dataDir)
      if (!building) return
      const line = describeProgress(building)
      if (line === printed || (!isTTY && building.phase === step)) return
      printed = line
      step = building.phase
      process.stdout.write(isTTY ? CLEAR_LINE + line : `${line}\n`)
    },
    close(): void {
      if (isTTY) process.stdout.write(CLEAR_LINE)
    },
  }
}

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
    const response = await sendRequest(dataDir, request, progress.print).finally(progress.close)
    if (!response) {
      throw new ExpectedError(
        isServerRunning(dataDir)
          ? `The server of ${dataDir} takes no requests: it is starting, or another process builds the site. Run the command on that one.`
          : `No server is running on ${dataDir}: "npm start" builds what has changed.`,
      )
    }
    console.log(response.text)
    if (!response.done) process.exitCode = EXIT.failed
  })

await runMain(program)

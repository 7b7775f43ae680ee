// npm run publish:now [-- --force]: builds the site and publishes it, by the server that runs on the data
// folder. --force publishes what the gate would not let through.
import { createProgram, EXIT, runMain } from '../lib/command-line/create-program.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { sendRequest } from '../lib/server-requests.ts'
import { readSiteConfig } from '../serve/config.ts'
import { describeCount } from './describe-status.ts'
import { readStatus } from './status.ts'

/** Prints how far the build is: a log gets a line a phase, a terminal every step in place. */
function createProgress(dataDir: string): () => Promise<void> {
  let printed = ''
  return async () => {
    const { building } = await readStatus(dataDir)
    const line = building ? `${building.phase} ${describeCount(building)}` : ''
    const [phase = ''] = line.split(' ')
    if (line === '' || line === printed || (!process.stdout.isTTY && printed.startsWith(phase))) {
      return
    }
    printed = line
    process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${line}` : `${line}\n`)
  }
}

const program = createProgram(
  'npm run publish:now --',
  'Builds the site and publishes it, by the server that runs on DATA_DIR.',
)
  .option('--force', 'publish what the checks of a release would hold back')
  .action(async ({ force = false }) => {
    const { dataDir } = readSiteConfig()
    const request = { kind: 'publish', forced: force } as const
    const answer = await sendRequest(dataDir, request, createProgress(dataDir))
    if (process.stdout.isTTY) process.stdout.write('\r\u001B[K')
    if (!answer) {
      throw new ExpectedError(`No server runs on ${dataDir}: "npm start" builds what has changed.`)
    }
    console.log(answer.text)
    if (!answer.done) process.exitCode = EXIT.failed
  })

await runMain(program)

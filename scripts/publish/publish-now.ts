// npm run publish:now [-- --force]: requests a build from the server that runs on the data folder.
// --force publishes even if the gate refuses the site.
import { createProgram, EXIT, runMain } from '../lib/command-line/create-program.ts'
import { ExpectedError } from '../lib/expected-error.ts'
import { sendRequest } from '../lib/server-requests.ts'
import { readSiteConfig } from '../serve/config.ts'
import { describeCount } from './describe-status.ts'
import { readStatus } from './status.ts'

/** Prints build progress: one line per phase in a log, updated in place in a terminal. */
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
  'Builds and publishes the site, using the server that runs on DATA_DIR.',
)
  .option('--force', 'publish even if the checks refuse the release')
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

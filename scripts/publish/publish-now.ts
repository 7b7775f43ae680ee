// npm run publish:now [-- --force]: builds the site and publishes it, by the server that runs on the data
// folder. --force publishes what the gate would not let through.
import { parseArgs } from 'node:util'
import { readSiteConfig } from '../serve/config.ts'
import { describeCount } from './describe-status.ts'
import { sendRequest } from '../lib/server-requests.ts'
import { readStatus } from './status.ts'

const { values } = parseArgs({ options: { force: { type: 'boolean', default: false } } })
const { dataDir } = readSiteConfig()

let said = ''
async function showProgress(): Promise<void> {
  const { building } = await readStatus(dataDir)
  const line = building ? `${building.phase} ${describeCount(building)}` : ''
  // A log gets a line a phase, a terminal every step in place.
  const [phase = ''] = line.split(' ')
  if (line === '' || line === said || (!process.stdout.isTTY && said.startsWith(phase))) return
  said = line
  process.stdout.write(process.stdout.isTTY ? `\r\u001B[K${line}` : `${line}\n`)
}

const answer = await sendRequest(dataDir, { kind: 'publish', forced: values.force }, showProgress)
if (process.stdout.isTTY) process.stdout.write('\r\u001B[K')
console.log(answer?.text ?? `No server runs on ${dataDir}: "npm start" builds what has changed.`)
process.exitCode = answer?.done ? 0 : 1

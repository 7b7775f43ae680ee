// npm run demo:cluster: several processes of one installation on this machine, with the demo content.
import '#tests/support/skip-env-file.ts'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'
import { runProgram } from '#scripts/lib/run-program.ts'
import { startSystem } from './start-system.ts'

const PROCESSES = 3

readCommandLine(
  createProgram(
    'npm run demo:cluster --',
    `Runs ${PROCESSES} processes with PostgreSQL, an S3-compatible store and nginx.`,
  ),
)

await runProgram(async (stops) => {
  const system = await startSystem(PROCESSES, (part) => console.log(`Starting ${part}.`))
  stops.push(system.stop)
  console.log(`\n  Site      ${system.url}`)
  for (const { name, url, metricsUrl } of system.members) {
    console.log(`  ${name} ${url}  metrics ${metricsUrl}`)
  }
  console.log('\n  Ctrl+C stops everything and deletes it.')
})

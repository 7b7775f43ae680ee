// Times a first start: copies the project without caches and data, runs `npm start`, and prints the
// seconds until the home page is served and until the build is complete.
//   npm run bench:first-start [-- RUNS]
import '#tests/support/skip-env-file.ts'
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'
import { copyProject } from '#tests/support/copy-project.ts'
import { readWholeNumber } from '#tests/support/read-whole-number.ts'

const {
  args: [runs],
} = readCommandLine(
  createProgram('npm run bench:first-start --', 'Times the first start of a clean clone.').argument(
    '[runs]',
    'how many clones to start',
    readWholeNumber,
    2,
  ),
)
const SITE_PORT = process.env['SITE_PORT'] ?? '4390'
const ADMIN_API_PORT = process.env['ADMIN_API_PORT'] ?? '4391'

const isServing = (): Promise<boolean> =>
  fetch(`http://127.0.0.1:${SITE_PORT}/`).then(
    ({ ok }) => ok,
    () => false,
  )

async function measure(): Promise<Record<string, number | string>> {
  const clone = await copyProject()
  const startedAt = performance.now()
  const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, SITE_PORT, ADMIN_API_PORT },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const group = child.pid
  if (group === undefined) throw new Error('npm could not be started')
  const exited = new Promise((settle) => child.once('close', settle))
  let silent = 0
  let lastLine = 0
  const steps: Record<string, number> = {}
  try {
    const complete = Promise.withResolvers<number>()
    exited.then(() => complete.reject(new Error('npm start has ended')), complete.reject)
    createInterface(child.stdout).on('line', (line) => {
      silent = Math.max(silent, seconds() - lastLine)
      lastLine = seconds()
      const [, step = ''] = /\[\d\/\d\] ([^:,]+).*done in/.exec(line) ?? []
      if (step !== '') steps[step] = seconds()
      if (/is live, \d+ pages/.test(line)) complete.resolve(seconds())
    })
    // Polls, to measure the time of the first response.
    let home: number | undefined
    while (home === undefined) {
      if (await isServing()) home = seconds()
      else await new Promise((next) => setTimeout(next, 100))
    }
    const completeSeconds = await complete.promise
    return {
      ...steps,
      'home page': home,
      complete: completeSeconds,
      'longest silence': silent.toFixed(1),
    }
  } finally {
    process.kill(-group, 'SIGINT')
    await exited
    rmSync(clone, { recursive: true, force: true, maxRetries: 5 })
  }
}

for (let run = 1; run <= runs; run += 1) {
  console.log(`run ${run} of ${runs}: seconds since npm start`)
  console.table(await measure())
}

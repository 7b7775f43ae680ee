// npm run bench:publish -- [EDITS] [ITEMS] [PERFORMANCE]: times an edit until visitors see it, on
// the whole product as `npm start` runs it: staff's command, outbox, webhook, build, gate, switch. With
// ITEMS so many are filled in first; with FROM_DATA_DIR a copy of that folder is used. PERFORMANCE is the
// id of the performance whose title is edited: copies of `demo:scale` have no news, the
// first has a tenth of all. Prints each edit with the share of its parts, the median, and the memory.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readStatus } from '#scripts/publish/status.ts'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'
import { readWholeNumber } from '#scripts/lib/command-line/read-whole-number.ts'

const {
  args: [edits, items, performanceId],
} = readCommandLine(
  createProgram('npm run bench:publish --', 'Times edits until visitors see them.')
    .argument('[edits]', 'how many edits', readWholeNumber, 10)
    .argument('[items]', 'items to fill in first', readWholeNumber, 0)
    .argument('[performance]', 'the one whose title is edited', readWholeNumber, 1),
)
const SITE_PORT = 4397
const site = `http://127.0.0.1:${SITE_PORT}`
const caches = join('node_modules', '.cache', 'entracte')
await mkdir(caches, { recursive: true })
const dataDir = await mkdtemp(join(caches, 'bench-'))
const from = process.env['FROM_DATA_DIR']
if (from !== undefined) await cp(from, dataDir, { recursive: true })
const env = {
  ...process.env,
  DATA_DIR: dataDir,
  SITE_PORT: String(SITE_PORT),
  ADMIN_API_PORT: String(SITE_PORT + 1),
}
const run = (script: string, ...args: string[]): string =>
  execFileSync(process.execPath, [script, ...args], { env, encoding: 'utf8' })

/** Most memory that a process and those it has started have had, in MiB, one by one. */
function readPeaks(pid: number): number[] {
  const readProc = (id: number, file: string): string => {
    try {
      return readFileSync(`/proc/${id}/${file}`, 'utf8')
    } catch {
      return ''
    }
  }
  const own = Number(/VmHWM:\s+(\d+)/.exec(readProc(pid, 'status'))?.[1] ?? 0) / 1024
  const children = readProc(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [Math.round(own), ...children.flatMap(readPeaks)]
}

if (items > 0)
  console.log(run('scripts/admin-api/demo/scale.ts', String(items)).trim().split('\n').at(-1))
const started = performance.now()
const server = spawn(process.execPath, ['scripts/start.ts'], {
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const isUp = async () => (await fetch(`${site}/readyz`).catch(() => undefined))?.ok === true
  while (!(await isUp())) await wait(200)
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1)
  console.log(`first start: pages after ${seconds()} s`)
  // Pages are served while the first release is being completed.
  while ((await readStatus(dataDir)).live === null) await wait(200)
  console.log(`first start: complete after ${seconds()} s`)
  const first = await readStatus(dataDir)
  console.log(`pages ${first.live?.pages}, times ${JSON.stringify(first.builds[0]?.times)}`)
  const times: number[] = []
  for (let number = 1; number <= edits; number++) {
    const title = `Evening ${number} of ${process.pid}`
    run(
      'scripts/admin-api/admin.ts',
      'content',
      'set',
      'performances',
      String(performanceId),
      'title',
      title,
      '--lang',
      'en',
    )
    const begun = performance.now()
    // A connection that the server closed while the command ran is no answer.
    const isLive = async () => {
      const answer = await fetch(`${site}/en/drama/detail?id=${performanceId}`).catch(
        () => undefined,
      )
      return (await answer?.text())?.includes(title) ?? false
    }
    while (!(await isLive())) await wait(10)
    times.push(performance.now() - begun)
    const parts = (await readStatus(dataDir)).builds[0]?.times
    console.log(
      `edit ${number}: ${Math.round(times.at(-1) ?? 0)} ms, of it ${JSON.stringify(parts)}`,
    )
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  console.log(`edit to live: median ${Math.round(median)} ms of ${edits}`)
  console.log(`most memory, MiB by process: ${readPeaks(server.pid ?? 0).join(', ')}`)
} finally {
  server.kill()
  await new Promise((done) => server.once('close', done))
  await rm(dataDir, { recursive: true, force: true })
}

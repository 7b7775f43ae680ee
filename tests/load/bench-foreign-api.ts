// npm run bench:foreign -- [items] [edits]: `npm start` with a foreign admin API of many items and an empty
// data folder. Measures seconds to the first page and to all pages, edit to live, and memory of all
// processes.
import '#tests/support/skip-env-file.ts'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createProgram, readCommandLine } from '#scripts/lib/command-line/create-program.ts'
import { endProcess } from '#tests/support/end-process.ts'
import { readWholeNumber } from '#tests/support/read-whole-number.ts'
import { startForeignApi } from '#tests/support/foreign-api/start-foreign-api.ts'
import { findPercentile } from './percentile.ts'

const {
  args: [items, edits],
} = readCommandLine(
  createProgram('npm run bench:foreign --', 'Times a site on a foreign admin API of many items.')
    .argument('[items]', 'how many items the API has', readWholeNumber, 10_000)
    .argument('[edits]', 'how many edits to publish', readWholeNumber, 5),
)
const PORT = Number(process.env['SITE_PORT'] ?? 6150)
const SITE = `http://127.0.0.1:${PORT}`
const SECRET = `whsec_${Buffer.from('the webhook key of a benchmark').toString('base64')}`
const POLL_MS = 200

/** Memory of a process and all its descendants, in MiB. */
function readTreeMiB(root: number): number {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' }).split('\n')
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const tree = new Set([root])
  // Iterating a Set visits elements added meanwhile, so descendants of all depths are collected.
  for (const parent of tree) for (const [id = 0, of] of processes) if (of === parent) tree.add(id)
  const sizes = processes.filter(([id = 0]) => tree.has(id)).map(([, , kib = 0]) => kib)
  return sizes.reduce((sum, kib) => sum + kib, 0) / 1024
}

const seconds = (fromMs: number) => ((performance.now() - fromMs) / 1000).toFixed(1)

/** Waits until a page contains a text. */
async function waitForPage(path: string, text: string, hasExited: () => boolean): Promise<void> {
  for (;;) {
    if (hasExited()) throw new Error('npm start has exited')
    const response = await fetch(SITE + path).catch(() => undefined)
    if (response?.status === 200 && (await response.text()).includes(text)) return
    await new Promise((settle) => setTimeout(settle, POLL_MS))
  }
}

const api = await startForeignApi({ size: items })
const dataDir = await mkdtemp(join(tmpdir(), 'bench-foreign-'))
const started = performance.now()
const child = spawn(process.execPath, [resolve('scripts/start.ts')], {
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    SITE_PORT: String(PORT),
    ADMIN_API_URL: api.url,
    CONTENT_WEBHOOK_SECRET: SECRET,
  },
})
const root = child.pid ?? 0
const hasExited = () => child.exitCode !== null || child.signalCode !== null
let peakMiB = 0
const watch = setInterval(() => (peakMiB = Math.max(peakMiB, readTreeMiB(root))), 1000)

try {
  await waitForPage('/', '<html', hasExited)
  const toFirstPage = seconds(started)
  const last = api.repertoire.productions.at(-1)
  if (!last) throw new Error('the repertoire is empty')
  await waitForPage(`/en/drama/detail?id=${last.id}`, last.title.en, hasExited)
  const toAllPages = seconds(started)
  const firstPeakMiB = peakMiB

  const times: number[] = []
  for (let edit = 1; edit <= edits; edit += 1) {
    last.title.en = `Edited production ${edit}`
    const editedAt = performance.now()
    await api.notify(SITE, SECRET, { changes: [{ kind: 'performances', id: last.id }] })
    await waitForPage(`/en/drama/detail?id=${last.id}`, last.title.en, hasExited)
    times.push((performance.now() - editedAt) / 1000)
  }
  console.table({
    items,
    'seconds to the first page': toFirstPage,
    'seconds to all pages': toAllPages,
    [`edit to live, median of ${edits} (s)`]: findPercentile(times).toFixed(1),
    'edit to live, slowest (s)': findPercentile(times, 1).toFixed(1),
    'peak memory of the start (MiB)': Math.round(firstPeakMiB),
    'peak memory with edits (MiB)': Math.round(peakMiB),
  })
} finally {
  clearInterval(watch)
  await endProcess(child, 'SIGTERM')
  await api.stop()
  await rm(dataDir, { recursive: true, force: true })
}

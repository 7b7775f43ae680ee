import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runBuild } from '#scripts/publish/run-build.ts'
import { makeFolder, writeSite } from '#tests/serve/fixture-site.ts'

/** A build that starts a child process, prints both ids and never ends. */
const ENDLESS = `
import { spawn } from 'node:child_process'
import { Worker } from 'node:worker_threads'
new Worker('', { eval: true })
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
console.log(process.pid + ' ' + child.pid)
setInterval(() => {}, 1000)
`
const LIMITS = { timeoutMs: 60_000, memoryMiB: 128 }

async function makeProject(): Promise<string> {
  const projectDir = await makeFolder()
  await writeSite(projectDir, { 'build.mjs': ENDLESS })
  return projectDir
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a stopped build ends with all its child processes', async () => {
  const controller = new AbortController()
  const pidLine = Promise.withResolvers<string>()
  const build = runBuild({
    projectDir: await makeProject(),
    command: ['build.mjs'],
    env: {},
    limits: LIMITS,
    signal: controller.signal,
    onLine: pidLine.resolve,
  })
  const pids = (await pidLine.promise).split(' ').map(Number)
  expect(pids.map(isAlive)).toEqual([true, true])
  controller.abort()
  await expect(build).rejects.toThrow('The build was stopped.')
  // An ended process exists until it is reaped.
  await expect.poll(() => pids.some(isAlive)).toBe(false)
})

test('a build is one for production, whatever the mode of the server', async () => {
  const projectDir = await makeFolder()
  await writeSite(projectDir, { 'build.mjs': 'console.log(process.env.NODE_ENV)' })
  const lines: string[] = []
  await runBuild({
    projectDir,
    command: ['build.mjs'],
    env: {},
    limits: LIMITS,
    signal: new AbortController().signal,
    onLine: (line) => lines.push(line),
  })
  expect(lines).toEqual(['production'])
})

test('a long build is not stopped while it reports progress', async () => {
  const projectDir = await makeFolder()
  const timeoutMs = 3000
  const progress = `
const timer = setInterval(() => {
  console.log('a page')
  if (performance.now() > ${timeoutMs + 500}) clearInterval(timer)
}, 100)`
  await writeSite(projectDir, { 'build.mjs': progress })
  let lines = 0
  await runBuild({
    projectDir,
    command: ['build.mjs'],
    env: {},
    limits: { ...LIMITS, timeoutMs },
    signal: new AbortController().signal,
    onLine: () => (lines += 1),
  })
  expect(lines).toBeGreaterThan(0)
})

test('a build ends with all its child processes after a kill -9 of the server', async () => {
  const projectDir = await makeProject()
  const module = path.resolve('scripts/publish/run-build.ts')
  const program = `import { runBuild } from ${JSON.stringify(module)}
await runBuild({ projectDir: import.meta.dirname, command: ['build.mjs'], env: {},
  limits: ${JSON.stringify(LIMITS)}, signal: new AbortController().signal, onLine: (line) => process.send(line) })`
  await writeSite(projectDir, { 'server.mjs': program })
  const server = fork(path.join(projectDir, 'server.mjs'))
  const [line] = await once(server, 'message')
  const pids = String(line).split(' ').map(Number)
  expect(pids.map(isAlive)).toEqual([true, true])
  server.kill('SIGKILL')
  await expect.poll(() => pids.some(isAlive)).toBe(false)
})

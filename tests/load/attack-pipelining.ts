// node tests/load/attack-pipelining.ts: two attacks on the static server by pipelined requests, on
// loopback only, limited in number and time. Starts its own server with a folder of one page and
// one large file, and prints its descriptors, memory and answers before, during and after each attack.
//   dropped   20 connections with 500 requests each for the file, closed by the client at once
//   unread    200 connections with 20 requests each, whose answers the client never reads
import { spawn } from 'node:child_process'
import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '#tests/support/find-free-port.ts'

const FILE = '/media/3fa8b2c19d04.mp4'
const FILE_BYTES = 4_000_000
const OBSERVED_MS = 20_000
const PROBE_MS = 2000

const PROJECT = path.resolve(import.meta.dirname, '../..')

async function startServer(folder: string) {
  const site = path.join(folder, 'site')
  await mkdir(path.join(site, 'media'), { recursive: true })
  for (const page of ['index', '404', '500']) {
    await writeFile(path.join(site, `${page}.html`), '<!doctype html><title>page</title>')
  }
  await writeFile(path.join(site, FILE), Buffer.alloc(FILE_BYTES, 1))
  const port = await findFreePort()
  const child = spawn(process.execPath, ['scripts/serve/main.ts', site], {
    cwd: PROJECT,
    env: {
      ...process.env,
      SITE_PORT: String(port),
      SITE_HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'data'),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  while (!(await probe(port))) {
    if (child.exitCode !== null) throw new Error('the server exited')
    await wait(100)
  }
  return {
    pid: child.pid ?? 0,
    port,
    async close() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Whether the page is answered with 200 in time. */
async function probe(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(PROBE_MS) }).then(
    (response) => response.ok,
    () => false,
  )
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function describeServer({ pid, port }: { pid: number; port: number }): Promise<string> {
  const descriptors = (await readdir(`/proc/${pid}/fd`)).length
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const rss = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
  const answers = await Promise.all(Array.from({ length: 10 }, () => probe(port)))
  const answered = answers.filter(Boolean).length
  return `${descriptors} descriptors, ${rss} MiB, ${answered} of 10 pages answered`
}

async function openPipelines(port: number, count: number, requests: number): Promise<Socket[]> {
  const text = `GET ${FILE} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`.repeat(requests)
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => {})
      // Nothing is read: no listener for data.
      socket.pause()
      await new Promise((resolve) => socket.once('connect', resolve).once('error', resolve))
      await new Promise((resolve) => socket.write(text, resolve))
      return socket
    }),
  )
}

const ATTACKS = [
  { name: 'dropped', connections: 20, requests: 500, drops: true },
  { name: 'unread', connections: 200, requests: 20, drops: false },
]

const folder = await mkdtemp(path.join(tmpdir(), 'attack-'))
try {
  for (const { name, connections, requests, drops } of ATTACKS) {
    const server = await startServer(folder)
    console.log(`${name}: ${connections} connections, ${requests} requests each`)
    console.log(`  before  ${await describeServer(server)}`)
    const sockets = await openPipelines(server.port, connections, requests)
    console.log(`  during  ${await describeServer(server)}`)
    if (drops) for (const socket of sockets) socket.destroy()
    await wait(OBSERVED_MS)
    console.log(`  ${OBSERVED_MS / 1000} s later  ${await describeServer(server)}`)
    for (const socket of sockets) socket.destroy()
    await wait(PROBE_MS)
    console.log(`  clients gone  ${await describeServer(server)}`)
    await server.close()
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}

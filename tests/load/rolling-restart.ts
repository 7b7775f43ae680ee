// node tests/load/rolling-restart.ts [clients]: restarts three processes one by one while clients read pages
// and place orders through the load balancer and content is edited. No request may fail, and no page may mix
// two releases. First measures the delay between the first and the last process that serves an edit.
import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { FIXTURE } from '#tests/support/admin-api.ts'
import { startSystem } from '../cluster/start-system.ts'
import { FREE_TICKET, seedBuyers } from './seed-buyers.ts'

const [clientCount = 50] = process.argv.slice(2).map(Number)
const MEASURED_EDITS = 10
const BUYERS = 5000
const PAGE = '/en/drama/detail?id=2'
const PATHS = [
  PAGE,
  '/',
  '/en/drama/home',
  '/drama/detail?id=1',
  '/api/perform/detail?id=2',
  '/en/search/search',
]
/** One in so many calls is an order. */
const ORDER_EVERY = 20
const PAUSE_MS = 40
const POLL_MS = 20
const LIVE_WITHIN_MS = 60_000
const EDITED = /Kunqu revision (\d+)/g
const ASSET = /(?:href|src)="(\/_astro\/[^"]+)"/g

const failures = new Map<string, number>()
const assets = new Set<string>()
let requests = 0
let mixed = 0
const over = new AbortController()

function countFailure(kind: string): void {
  failures.set(kind, (failures.get(kind) ?? 0) + 1)
}

/**
 * Retries once if a kept-alive connection closes before the response, as browsers do: nginx closes connections
 * on reload. Orders have an idempotency key.
 */
const send = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, init).catch(() => fetch(url, init))

async function request(url: string, init: RequestInit = {}): Promise<string> {
  requests += 1
  const where = new URL(url).pathname
  try {
    const response = await send(url, init)
    const text = await response.text()
    if (!response.ok) countFailure(`${where}: ${response.status}`)
    return text
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    countFailure(`${where}: ${String(cause)}`)
    return ''
  }
}

/** Reads a page and its assets, each asset once. */
async function readPage(site: string, where: string): Promise<void> {
  const text = await request(`${site}${where}`)
  if (new Set(Array.from(text.matchAll(EDITED), ([edited]) => edited)).size > 1) mixed += 1
  for (const [, asset = ''] of text.matchAll(ASSET)) {
    if (assets.has(asset)) continue
    assets.add(asset)
    await request(`${site}${asset}`)
  }
}

process.env['CONTENT_DIR'] = FIXTURE
process.env['DRAIN_SECONDS'] = '5'
await using system = await startSystem(3, (part) => console.log(`starting ${part}`))
const db = await openDatabase(system.database, { isShared: true })
const buyers = (await seedBuyers(db, BUYERS)).values()

let revision = 0
async function edit(): Promise<string> {
  const value = `Kunqu revision ${(revision += 1)}`
  const line = ['content', 'set', 'performances', 'peony', 'subtitle', value, '--lang', 'en']
  await promisify(execFile)(process.execPath, ['scripts/admin-api/admin.ts', ...line], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    env: { ...system.environment, DATA_DIR: system.members[0]?.dataDir },
  })
  return value
}

/** Waits until a process serves an edit. @returns the time in ms */
async function waitUntilServed(site: string, value: string): Promise<number> {
  for (const until = performance.now() + LIVE_WITHIN_MS; performance.now() < until;) {
    const response = await fetch(`${site}${PAGE}`).catch(() => undefined)
    if ((await response?.text())?.includes(value) === true) return performance.now()
    await sleep(POLL_MS)
  }
  throw new Error(`${site} does not serve ${value}`)
}

const spreads: number[] = []
for (let n = 0; n < MEASURED_EDITS; n += 1) {
  const value = await edit()
  const moments = await Promise.all(
    system.members.map((member) => waitUntilServed(member.url, value)),
  )
  spreads.push(Math.round(Math.max(...moments) - Math.min(...moments)))
}
console.log('delay between the first and the last process, in ms:', spreads.join(' '))

const clients = Array.from({ length: clientCount }, async (_, client) => {
  for (let n = client; !over.signal.aborted; n += 1) {
    if (n % ORDER_EVERY === 0) {
      const { value: headers } = buyers.next()
      if (headers) {
        const body = JSON.stringify(FREE_TICKET)
        await request(`${system.url}/api/order/create`, { method: 'POST', headers, body })
      }
    } else await readPage(system.url, PATHS[n % PATHS.length] ?? '/')
    await sleep(PAUSE_MS)
  }
})
const editing = (async () => {
  while (!over.signal.aborted) {
    await edit()
    await sleep(1000)
  }
})()
await sleep(3000)
for (const member of system.members) {
  console.log(new Date().toISOString(), `restarting ${member.name} (${member.url})`)
  await system.restart(member)
  console.log(`restarted ${member.name} (${member.url}): ${requests} requests`)
  await sleep(3000)
}
over.abort()
await Promise.all([...clients, editing])
const faults = await checkInvariants(db.query, Date.now())
await db.close()
await system.stop()
console.log({
  clients: clientCount,
  requests,
  assets: assets.size,
  edits: revision,
  maxSpreadMs: Math.max(...spreads),
  mixed,
  failures: Object.fromEntries(failures),
  invariants: faults,
  load: loadavg()[0],
})
process.exitCode = failures.size + mixed + faults.length === 0 ? 0 : 1

// node tests/load/bench-orders.ts: how fast orders are made and tickets verified, through the whole
// API on real connections with a database on disk. pretix states about 500 orders a minute for one
// event with a quota (its guide to scaling); that is the figure to be above. With `--postgres` the database
// is on a throw-away server, which waits for the disk at each commit as in use.
import { sql } from 'kysely'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { openDatabase, type Transaction } from '#scripts/admin-api/db/open.ts'
import { createSessions } from '#scripts/admin-api/sessions/sessions.ts'
import { createConfig, createTemporaryFolder, FIXTURE } from '#tests/support/admin-api.ts'
import { pino } from 'pino'
import { createDatabase, runSql, useServer } from '#tests/support/database.ts'
import { FIRST_DATABASE, startCluster } from '#tests/support/postgres/start-cluster.ts'

const ORDERS = 2000
const CONNECTIONS = 16
const PRETIX_A_MINUTE = 500

type Headers = Record<string, string>

const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Runs every task on several connections and returns the duration of each, in ms. */
async function measure(tasks: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times: number[] = []
  const queue = tasks.values()
  const work = async () => {
    for (const task of queue) {
      const from = performance.now()
      await task()
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return times.toSorted((a, b) => a - b)
}

function report(name: string, times: readonly number[], seconds: number): void {
  const ms = (share: number) => `${percentile(times, share).toFixed(1)} ms`
  const rate = (times.length / seconds).toFixed(0)
  console.log(
    `${name.padEnd(8)} ${times.length} in ${seconds.toFixed(1)} s: ${rate}/s, p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}`,
  )
}

async function timeAll(name: string, tasks: readonly (() => Promise<unknown>)[]) {
  const from = performance.now()
  const times = await measure(tasks)
  const seconds = (performance.now() - from) / 1000
  report(name, times, seconds)
  return times.length / seconds
}

const cluster = process.argv.includes('--postgres') ? await startCluster() : undefined
if (cluster) useServer(cluster.urlOf(FIRST_DATABASE))
using folder = createTemporaryFolder()
const address = await createDatabase(folder.path)
const api = await startAdminApi(createConfig(folder.path), {
  logger: pino({ level: 'silent' }),
  contentDir: FIXTURE,
  // All members of this bench have one address.
  callLimits: [],
})

// Members and their sessions are written beside the running server, by its own rules.
const db = await openDatabase(address, { isShared: true })
await runSql(db, sql`UPDATE show_tier SET stock = 1000000 WHERE show_id = 5`)
const sessions = createSessions(db, 'bound')
const now = Date.now()
async function createMember(trx: Transaction, n: number): Promise<Headers> {
  const client = { address: '127.0.0.1', deviceHash: '', device: 'Bench' }
  const { id: userId } = await trx
    .insertInto('user')
    .values({ mobile: `+8613${100_000_000 + n}`, nickname: 'Bench', created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { token, cookie } = await sessions.open(trx, { userId, client, now })
  return { token, cookie: `sid=${cookie}`, 'content-type': 'application/json' }
}
const members = await db.transaction(async (trx) => {
  const made: Headers[] = []
  for (let n = 0; n < ORDERS; n += 1) made.push(await createMember(trx, n))
  return made
})

async function post(path: string, headers: Headers, body: object) {
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${api.url}${path}`, init)
  const answer: { code: number; data: Record<string, unknown> } = await response.json()
  if (answer.code !== 200) throw new Error(`${path} answered ${answer.code}`)
  return answer.data
}

// A show with free tickets: create, hold, pay and issue in one call.
await runSql(db, sql`UPDATE tier SET price_fen = 0, member_price_fen = 0 WHERE id = 2`)
const body = {
  type: 'performance',
  show_id: 5,
  lines: [{ tier_id: 2, quantity: 1 }],
  expected_payable_fen: 0,
}
const codes: string[] = []
const rate = await timeAll(
  'orders',
  members.map((headers) => async () => {
    const order = await post('/api/order/create', headers, body)
    const [ticket] = order['tickets'] as { code: string }[]
    codes.push(ticket?.code ?? '')
  }),
)

const verifier = await db.transaction((trx) => createMember(trx, ORDERS))
await runSql(db, sql`INSERT INTO verify_grant (user_id, granted_at) SELECT max(id), 0 FROM "user"`)
const start = Date.now() + 60 * 60 * 1000
await runSql(
  db,
  sql`UPDATE show SET starts_at = ${start}, ends_at = ${start + 7_200_000} WHERE id = 5`,
)
await timeAll(
  'verify',
  codes.map(
    (code, n) => () => post('/api/order/verify', verifier, { code, nonce: `bench-nonce-${n}` }),
  ),
)
console.log(
  `orders a minute: ${Math.round(rate * 60)}, ${Math.round((rate * 60) / PRETIX_A_MINUTE)} times the ${PRETIX_A_MINUTE} that pretix states`,
)
await db.close()
await api.close()
await cluster?.stop()

// node tests/load/crash-cluster.ts [kills] [crashes]: kills one of three processes again and again while
// orders are made through the balancer, and then the server of the database. Whatever was acknowledged must
// be there, each order once, with one message; stock and money must agree.
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { FIXTURE } from '#tests/support/admin-api.ts'
import { readNumber, readSql } from '#tests/support/database.ts'
import { startSystem } from '../cluster/start-system.ts'
import { FREE_TICKET, seedBuyers, type BuyerHeaders } from './seed-buyers.ts'

const [kills = 20, crashes = 5] = process.argv.slice(2).map(Number)
const BUYERS = 20_000
const CLIENTS = 12
/** A client repeats an order, with its key, for this long. */
const PATIENCE_MS = 60_000
const REPEAT_AFTER_MS = 200

/** How often each kind of failure was met: a status, or a connection that broke. */
const failures = new Map<string, number>()
const acknowledged = new Set<string>()
let lost = 0

function noteFailure(kind: string): void {
  failures.set(kind, (failures.get(kind) ?? 0) + 1)
}

/** One call. @returns the number of the order; null when the call failed */
async function order(url: string, headers: BuyerHeaders): Promise<string | null> {
  try {
    const response = await fetch(`${url}/api/order/create`, {
      method: 'POST',
      headers,
      body: JSON.stringify(FREE_TICKET),
    })
    if (!response.ok) {
      const text = await response.text()
      noteFailure(
        `${response.status} ${text.startsWith('{') ? 'in an envelope' : 'of the balancer'}`,
      )
      return null
    }
    const { code, data }: { code: number; data: { order_no: string } } = await response.json()
    if (code === 200) return data.order_no
    noteFailure(`code ${code}`)
  } catch (error) {
    noteFailure(error instanceof Error ? error.message : String(error))
  }
  return null
}

async function orderPatiently(url: string, headers: BuyerHeaders): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until;) {
    const number = await order(url, headers)
    if (number !== null) {
      acknowledged.add(number)
      return
    }
    await sleep(REPEAT_AFTER_MS)
  }
  lost += 1
}

process.env['CONTENT_DIR'] = FIXTURE
await using system = await startSystem(3, (part) => console.log(`starting ${part}`))
const databaseUrl = system.environment['DATABASE_URL'] ?? ''
const address = { kind: 'server', url: databaseUrl, maxConnections: 2 } as const
let db = await openDatabase(address, { isShared: true })
const buyers = (await seedBuyers(db, BUYERS)).values()
await db.close()

const over = new AbortController()
const clients = Array.from({ length: CLIENTS }, async () => {
  for (const headers of buyers) {
    if (over.signal.aborted) return
    await orderPatiently(system.url, headers)
  }
})

for (let n = 0; n < kills; n += 1) {
  await sleep(300 + Math.random() * 700)
  const member = system.members[n % system.members.length]
  await member?.end('SIGKILL')
  await member?.start()
  console.log(`kill ${n + 1}: ${acknowledged.size} orders acknowledged`)
}
const afterKills = Object.fromEntries(failures)
for (let n = 0; n < crashes; n += 1) {
  await sleep(1000 + Math.random() * 1000)
  await system.crashDatabase()
  console.log(`crash ${n + 1} of the database: ${acknowledged.size} orders acknowledged`)
}
await sleep(3000)
over.abort()
await Promise.all(clients)

db = await openDatabase(address, { isShared: true })
// Messages are composed by a task that recurs; those of the last orders may be under way.
await sleep(5000)
const stored = new Set(
  (await readSql(db, sql`SELECT order_no FROM "order" WHERE status IN ('paid', 'completed')`)).map(
    (row) => String(row['order_no']),
  ),
)
const missing = [...acknowledged].filter((number) => !stored.has(number))
const double = await readNumber(
  db,
  sql`SELECT count(*) FROM (SELECT user_id FROM "order" GROUP BY user_id HAVING count(*) > 1) AS twice`,
)
const messages = await readSql(
  db,
  sql`SELECT state, count(*) AS n, count(DISTINCT subject_id) AS orders FROM member_message GROUP BY state`,
)
const faults = await checkInvariants(db.query, Date.now())
await db.close()
await system.stop()
console.log({
  kills,
  crashes,
  acknowledged: acknowledged.size,
  stored: stored.size,
  missing: missing.length,
  givenUp: lost,
  double,
  messages,
  failuresOfKills: afterKills,
  failures: Object.fromEntries(failures),
  invariants: faults,
  load: loadavg()[0],
})
process.exitCode = missing.length + double + faults.length + lost === 0 ? 0 : 1

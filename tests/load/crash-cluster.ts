// node tests/load/crash-cluster.ts [kills] [crashes]: repeatedly kills one of three processes, then the
// database server, while orders are placed through the load balancer. Every acknowledged order must be stored
// once, with one message; stock and money must be consistent.
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
/** A client retries an order, with its idempotency key, for this long. */
const RETRY_FOR_MS = 60_000
const RETRY_DELAY_MS = 200

/** Number of failures by kind: status, or connection error. */
const failures = new Map<string, number>()
const acknowledged = new Set<string>()
let abandoned = 0

function countFailure(kind: string): void {
  failures.set(kind, (failures.get(kind) ?? 0) + 1)
}

/** Places an order. @returns its number, or null on failure */
async function order(url: string, headers: BuyerHeaders): Promise<string | null> {
  try {
    const response = await fetch(`${url}/api/order/create`, {
      method: 'POST',
      headers,
      body: JSON.stringify(FREE_TICKET),
    })
    if (!response.ok) {
      const text = await response.text()
      countFailure(
        `${response.status} ${text.startsWith('{') ? 'in an envelope' : 'from the load balancer'}`,
      )
      return null
    }
    const { code, data }: { code: number; data: { order_no: string } } = await response.json()
    if (code === 200) return data.order_no
    countFailure(`code ${code}`)
  } catch (error) {
    countFailure(error instanceof Error ? error.message : String(error))
  }
  return null
}

async function orderWithRetries(url: string, headers: BuyerHeaders): Promise<void> {
  for (const until = performance.now() + RETRY_FOR_MS; performance.now() < until;) {
    const number = await order(url, headers)
    if (number !== null) {
      acknowledged.add(number)
      return
    }
    await sleep(RETRY_DELAY_MS)
  }
  abandoned += 1
}

process.env['CONTENT_DIR'] = FIXTURE
await using system = await startSystem(3, (part) => console.log(`starting ${part}`))
let db = await openDatabase(system.database, { isShared: true })
const buyers = (await seedBuyers(db, BUYERS)).values()
await db.close()

const over = new AbortController()
const clients = Array.from({ length: CLIENTS }, async () => {
  for (const headers of buyers) {
    if (over.signal.aborted) return
    await orderWithRetries(system.url, headers)
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

db = await openDatabase(system.database, { isShared: true })
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
// Queued in the transaction of the order; a job sends them.
const unannounced = await readNumber(
  db,
  sql`SELECT count(*) FROM "order" AS o WHERE status IN ('paid', 'completed') AND 1 <>
    (SELECT count(*) FROM member_message
      WHERE channel = 'account' AND event = 'order ' || o.id || ' paid')`,
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
  givenUp: abandoned,
  double,
  unannounced,
  failuresOfKills: afterKills,
  failures: Object.fromEntries(failures),
  invariants: faults,
  load: loadavg()[0],
})
const faultCount = missing.length + double + unannounced + faults.length + abandoned
process.exitCode = faultCount === 0 ? 0 : 1

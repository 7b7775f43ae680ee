// node tests/load/race-cluster.ts: 500 buyers order one of 50 places at once, through nginx and three
// processes on PostgreSQL. Exactly 50 orders may succeed. Negative control: the same on three connections
// without the conditional update that protects the stock.
import { sql } from 'kysely'
import { openDatabase, type Database } from '#scripts/admin-api/db/open.ts'
import { checkInvariants } from '#scripts/admin-api/orders/invariants.ts'
import { FIXTURE } from '#tests/support/admin-api.ts'
import { readNumber, runSql } from '#tests/support/database.ts'
import { startSystem } from '../cluster/start-system.ts'
import { FREE_TICKET, seedBuyers, type BuyerHeaders } from './seed-buyers.ts'

const BUYERS = 500
const PLACES = 50
const SOLD_OUT = 500101

/** @returns the code of the response */
async function order(url: string, headers: BuyerHeaders): Promise<number> {
  const response = await fetch(`${url}/api/order/create`, {
    method: 'POST',
    headers,
    body: JSON.stringify(FREE_TICKET),
  })
  const { code }: { code: number } = await response.json()
  return code
}

/** Sells a place without protection against races: reads, compares, writes. @returns whether it was sold */
async function sellNaively(db: Database): Promise<boolean> {
  const sold = await readNumber(
    db,
    sql`SELECT sold FROM show_tier WHERE show_id = 5 AND tier_id = 2`,
  )
  if (sold >= PLACES) return false
  await runSql(db, sql`UPDATE show_tier SET sold = ${sold + 1} WHERE show_id = 5 AND tier_id = 2`)
  return true
}

process.env['CONTENT_DIR'] = FIXTURE
await using system = await startSystem(3, (part) => console.log(`starting ${part}`))
const databases = await Promise.all(
  [1, 2, 3].map(() => openDatabase(system.database, { isShared: true })),
)
const [db] = databases
if (!db) throw new Error('there is no database')
const buyers = await seedBuyers(db, BUYERS)
const setStock = sql`UPDATE show_tier SET stock = ${PLACES}, held = 0, sold = 0 WHERE show_id = 5 AND tier_id = 2`
await runSql(db, setStock)

const codes = await Promise.all(buyers.map((headers) => order(system.url, headers)))
const count = (code: number) => codes.filter((one) => one === code).length
const [sold, refused] = [count(200), count(SOLD_OUT)]
const stored = await readNumber(
  db,
  sql`SELECT sold + held FROM show_tier WHERE show_id = 5 AND tier_id = 2`,
)
const faults = await checkInvariants(db.query, Date.now())

await runSql(db, setStock)
const naive = await Promise.all(
  buyers.map((_, n) => sellNaively(databases[n % databases.length] ?? db)),
)
const oversold = naive.filter(Boolean).length
await Promise.all(databases.map((one) => one.close()))
await system.stop()
console.log({
  buyers: BUYERS,
  places: PLACES,
  sold,
  refused,
  stored,
  invariants: faults,
  'sold without the guard': oversold,
})
const isExact = sold === PLACES && refused === BUYERS - PLACES && stored === PLACES
process.exitCode = isExact && faults.length === 0 && oversold > PLACES ? 0 : 1

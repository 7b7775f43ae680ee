// node tests/load/attack-limits.ts [seconds]: one client floods search, and holds and cancels tickets,
// without a pause, while another client reads content and searches. Prints the answers by status, and
// how long the other client waits before and during the attack. Fails when the flood is not refused,
// or when the other client is.
import { sql } from 'kysely'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { createSessions } from '#scripts/admin-api/sessions/sessions.ts'
import { startAttackedApi } from './attacked-api.ts'
import { databaseIn, runSql } from '#tests/support/database.ts'

const SECONDS = Number(process.argv[2] ?? 15)
const CONNECTIONS = 16
const PAUSE_MS = 50
const ATTACKER = '203.0.113.9'
const VISITOR = '198.51.100.7'
const SEARCH = '/api/search/results?q=%E8%8C%B6%E9%A6%86'

type Headers = Record<string, string>
type Counts = Map<number, number>

await using api = await startAttackedApi()

/** Makes a call. @returns the status of its answer, and its data */
async function call(path: string, headers: Headers, body?: object) {
  const init = body && { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${api.url}${path}`, { headers, ...init })
  const answer: { data: unknown } = await response.json()
  return { status: response.status, data: answer.data }
}

/** A member who is logged in, written next to the running API. */
async function createMember(): Promise<Headers> {
  const db = await openDatabase(databaseIn(api.dataDir), { isShared: true })
  await runSql(db, sql`UPDATE show_tier SET stock = 1000000 WHERE show_id = 5`)
  const now = Date.now()
  const client = { address: ATTACKER, deviceHash: '', device: 'Attack' }
  const { token, cookie } = await db.transaction(async (trx) => {
    const { id: userId } = await trx
      .insertInto('user')
      .values({ mobile: '+8613100000000', nickname: 'A', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return createSessions(db, 'bound').open(trx, { userId, client, now })
  })
  await db.close()
  return {
    token,
    cookie: `sid=${cookie}`,
    'content-type': 'application/json',
    'x-forwarded-for': ATTACKER,
  }
}

const count = (counts: Counts, status: number) => counts.set(status, (counts.get(status) ?? 0) + 1)

async function floodSearch(until: number): Promise<Counts> {
  const counts: Counts = new Map()
  const work = async () => {
    while (performance.now() < until) {
      const { status } = await call(SEARCH, { 'x-forwarded-for': ATTACKER })
      count(counts, status)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return counts
}

async function holdAndCancel(until: number): Promise<Counts> {
  const counts: Counts = new Map()
  const headers = await createMember()
  const order = {
    type: 'performance',
    show_id: 5,
    lines: [{ tier_id: 2, quantity: 2 }],
    expected_payable_fen: 36_100,
  }
  for (let n = 0; performance.now() < until; n += 1) {
    const keyed = { ...headers, 'idempotency-key': `attack-${n}` }
    const { status, data } = await call('/api/order/create', keyed, order)
    count(counts, status)
    const orderNo = data && (data as { order_no?: string }).order_no
    if (orderNo) await call('/api/order/cancel', headers, { order_no: orderNo })
  }
  return counts
}

/** Calls of another client with a pause after each. @returns how long each took in ms, sorted */
async function visit(until: number) {
  const times: number[] = []
  const counts: Counts = new Map()
  const paths = ['/api/perform/index', '/api/perform/detail?id=1', SEARCH]
  for (let n = 0; performance.now() < until; n += 1) {
    const started = performance.now()
    const { status } = await call(paths[n % paths.length] ?? '', { 'x-forwarded-for': VISITOR })
    times.push(performance.now() - started)
    count(counts, status)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return { times: times.toSorted((one, other) => one - other), counts }
}

const describe = (counts: Counts) =>
  [...counts]
    .toSorted(([one], [other]) => one - other)
    .map(([status, times]) => `${times} x ${status}`)
    .join(', ')

function report(name: string, { times, counts }: Awaited<ReturnType<typeof visit>>): void {
  const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? 0).toFixed(1)} ms`
  console.log(`other client, ${name}: ${describe(counts)}; p50 ${at(0.5)}, p95 ${at(0.95)}`)
}

const readEnd = (seconds: number) => performance.now() + seconds * 1000

report('quiet', await visit(readEnd(SECONDS / 3)))
const until = readEnd(SECONDS)
const [searches, orders, visitor] = await Promise.all([
  floodSearch(until),
  holdAndCancel(until),
  visit(until),
])
console.log(`flood of searches, ${SECONDS} s: ${describe(searches)}`)
console.log(`hold and cancel, ${SECONDS} s: ${describe(orders)}`)
report('during the attack', visitor)
const isLimited = searches.has(429) && orders.has(429)
if (!isLimited || visitor.counts.has(429)) process.exitCode = 1

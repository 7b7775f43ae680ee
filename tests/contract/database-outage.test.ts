import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { classifyDatabaseError } from '#scripts/lib/db/engines/engines.ts'
import { createSocket } from '#scripts/lib/db/engines/postgres/pool-options.ts'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import {
  createConfig,
  createTemporaryFolder,
  FIXTURE,
  openAdminApi,
  type TestAdminApi,
} from '#tests/support/admin-api.ts'
import { startProxy } from '#tests/support/start-proxy.ts'
import { createDatabase, dropDatabase, readNumber, runSql } from '#tests/support/database.ts'
import { MINUTE } from '#scripts/lib/durations.ts'

let api: TestAdminApi
beforeEach(async (context) => {
  api = await openAdminApi()
  context.skip(api.address.kind === 'file', 'a file database has no connections')
})
afterEach(() => api.close())

const countBusy = () =>
  readNumber(
    api.db,
    sql`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
        AND (state = 'idle in transaction' OR state = 'active' AND query LIKE '%pg_sleep%')
        AND pid <> pg_backend_pid()`,
  )

/** Terminates all connections to the database, as a server crash does. */
async function breakConnections(): Promise<void> {
  const other = await openDatabase(api.address, { isShared: true })
  await runSql(
    other,
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  )
  await other.close()
}

// A connection that breaks between two statements is reported only by an error event.
test('broken connections fail their queries, and the process keeps running', async () => {
  const { db } = api
  const broken = Promise.withResolvers<void>()
  const failed = Promise.allSettled([
    db.transaction(async (trx) => {
      await sql`SELECT 1`.execute(trx)
      await broken.promise
      await sql`SELECT 1`.execute(trx)
    }),
    sql`SELECT pg_sleep(30)`.execute(db.query),
  ])
  // One connection is between two statements, the other is executing one.
  await expect.poll(countBusy).toBe(2)
  await breakConnections()
  broken.resolve()
  for (const outcome of await failed) {
    expect(outcome.status).toBe('rejected')
    if (outcome.status === 'rejected')
      expect(classifyDatabaseError(outcome.reason)).toBe('unreachable')
  }
  // Each idle broken connection fails once.
  await expect
    .poll(() => api.call('GET /api/index/init'))
    .toMatchObject({ envelope: { code: 200 } })
})

// The server of a failover that has lost its power does not close its connections.
test('a connection whose server is silent fails its query, and the next query opens another one', async () => {
  const { address } = api
  if (address.kind !== 'server') return
  const url = new URL(address.url)
  const proxy = await startProxy({ host: url.hostname, port: Number(url.port) })
  url.host = `127.0.0.1:${proxy.port}`
  const pool = new pg.Pool({
    connectionString: url.href,
    max: 1,
    stream: () => createSocket(200),
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  await pool.query('SELECT 1')
  proxy.cut()
  const error: unknown = await pool.query('SELECT 1').catch((reason: unknown) => reason)
  expect(classifyDatabaseError(error)).toBe('unreachable')
  expect((await pool.query('SELECT 1')).rowCount).toBe(1)
  await pool.end()
  proxy.close()
})

// During a failover, a connection may have been opened to the previous server, which is read-only by then.
test('a connection in constant use is replaced after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const db = await openDatabase(api.address, { isShared: true })
  const readProcess = () => readNumber(db, sql`SELECT pg_backend_pid()`)
  const first = await readProcess()
  const processes: number[] = []
  // Idle connections are closed after ten seconds.
  for (let seconds = 5; seconds <= 65; seconds += 5) {
    vi.advanceTimersByTime(5000)
    processes.push(await readProcess())
  }
  expect(processes[0]).toBe(first)
  expect(processes.at(-1)).not.toBe(first)
  await db.close()
})

test('the server is ready again within seconds after its database has returned', async () => {
  const readStatus = async () => (await api.app.request('/readyz')).status
  const failed = sql`SELECT pg_sleep(30)`.execute(api.db.query).catch((error: unknown) => error)
  await expect.poll(countBusy).toBe(1)
  await breakConnections()
  expect(api.deps.health.report(await failed)).toBe('unreachable')
  await expect
    .poll(() => api.call('GET /api/index/init'))
    .toMatchObject({ envelope: { code: 200 } })
  expect(await readStatus()).toBe(503)
  api.clock.now += 5000
  expect(await readStatus()).toBe(200)
})

test('a process warns if its clock differs from that of the database server', async () => {
  using folder = createTemporaryFolder()
  const address = await createDatabase(folder.path)
  onTestFinished(() => dropDatabase(folder.path))
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const warnings = () => lines.filter((line) => line.includes('clock')).length
  let aheadMs = 0
  const now = () => Date.now() + aheadMs
  const start = () => startAdminApi(createConfig(folder.path), { logger, contentDir: FIXTURE, now })

  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const running = await start()
  await vi.advanceTimersByTimeAsync(15 * MINUTE)
  expect([address.kind, warnings()]).toEqual(['server', 0])
  aheadMs = 11_000
  await vi.advanceTimersByTimeAsync(15 * MINUTE)
  await expect.poll(warnings).toBeGreaterThan(0)
  await running.close()

  lines.length = 0
  await (await start()).close()
  expect(warnings()).toBe(1)
})

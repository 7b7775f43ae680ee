// node tests/load/bench-orders.ts: orders created and tickets verified per second by the API as in
// production: separate processes with all limits, a durable database, and the clients on the same machine.
// `--postgres` measures one process and three with a throw-away server, `--profile` adds statement times,
// `--rounds N` repeats. For comparison: pretix states about 500 orders a minute for one event with a quota
// (its scaling guide).
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadavg } from 'node:os'
import { sql } from 'kysely'
import { startAdminApi } from '#scripts/admin-api/start-admin-api.ts'
import { openDatabase } from '#scripts/admin-api/db/open.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { createConfig, createTemporaryFolder, FIXTURE } from '#tests/support/admin-api.ts'
import { createDatabase, databaseSettings, runSql, useServer } from '#tests/support/database.ts'
import { startApiProcess } from '#tests/support/start-api-process.ts'
import { FIRST_DATABASE, startCluster } from '#tests/support/postgres/start-cluster.ts'
import { findPercentile } from './percentile.ts'
import { openProfile, PROFILING, readCpuTimeMs } from './profile-statements.ts'
import { FREE_TICKET, seedBuyers, type BuyerHeaders } from './seed-buyers.ts'

const ORDERS = 2000
const CONNECTIONS = 16
const PRETIX_A_MINUTE = 500
/** The goal for SQLite. */
const GOAL = { ordersPerSecond: 300, p95Ms: 100 }
const SETTINGS = { APP_SECRET: 'a secret of the processes of this benchmark' }

interface Measurement {
  perSecond: number
  p95Ms: number
}

/** Runs the tasks on several connections and prints their times. */
async function measure(name: string, tasks: readonly (() => Promise<unknown>)[]) {
  const times: number[] = []
  const queue = tasks.values()
  const work = async () => {
    for (const task of queue) {
      const from = performance.now()
      await task()
      times.push(performance.now() - from)
    }
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  const seconds = (performance.now() - from) / 1000
  const ms = (share: number) => `${findPercentile(times, share).toFixed(1)} ms`
  const measurement: Measurement = {
    perSecond: times.length / seconds,
    p95Ms: findPercentile(times, 0.95),
  }
  console.log(
    `${name.padEnd(28)} ${measurement.perSecond.toFixed(0).padStart(4)}/s, p50 ${ms(0.5)}, p95 ${ms(0.95)}, p99 ${ms(0.99)}, load ${loadavg()[0]?.toFixed(1)}`,
  )
  return measurement
}

/** Starts the API in a child process. @returns its URL, CPU time and stop function */
async function startProcess(dataDir: string, database: Record<string, string>) {
  const settings = {
    ...process.env,
    ...SETTINGS,
    ...database,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  }
  const { url, child, end } = await startApiProcess({ ...settings, ADMIN_API_PORT: '0' })
  return { url, readCpuTimeMs: () => readCpuTimeMs(child.pid ?? 0), end }
}

async function post(url: string, headers: BuyerHeaders, body: object) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const envelope: { code: number; data: Record<string, unknown> } = await response.json()
  if (envelope.code !== 200) throw new Error(`${url} responded ${envelope.code}`)
  return envelope.data
}

/** Measures an installation with its own database. */
async function measureInstallation(
  name: string,
  processes: number,
  isProfiled = false,
): Promise<Measurement> {
  using folder = createTemporaryFolder()
  const address = await createDatabase(folder.path)
  const config = createConfig(folder.path, SETTINGS)
  const first = { logger: SILENT_LOGGER, contentDir: FIXTURE }
  await (await startAdminApi(config, first)).close()

  const db = await openDatabase(address, { isShared: true })
  const members = await seedBuyers(db, ORDERS + 1)
  const verifier = members.pop() ?? {}
  await runSql(
    db,
    sql`INSERT INTO verify_grant (user_id, granted_at) SELECT max(id), 0 FROM "user"`,
  )

  const database = databaseSettings(folder.path)
  const running: Awaited<ReturnType<typeof startProcess>>[] = []
  for (let number = 1; number <= processes; number += 1) {
    // Each process needs its own data folder.
    const dataDir = number === 1 ? folder.path : path.join(folder.path, `process-${number}`)
    running.push(await startProcess(dataDir, database))
  }
  const getUrl = (n: number, route: string) => `${running[n % running.length]?.url ?? ''}${route}`
  const codes: string[] = []
  const profile =
    isProfiled && address.kind === 'server' ? await openProfile(address.url) : undefined
  const sumCpuTimeMs = () => running.reduce((total, process) => total + process.readCpuTimeMs(), 0)
  const before = sumCpuTimeMs()
  await profile?.reset()
  const orders = await measure(
    `${name}: orders`,
    members.map((headers, n) => async () => {
      const order = await post(getUrl(n, '/api/order/create'), headers, FREE_TICKET)
      const [ticket] = order['tickets'] as { code: string }[]
      codes.push(ticket?.code ?? '')
    }),
  )
  await profile?.print(ORDERS)
  await profile?.close()
  if (profile) {
    const ms = (sumCpuTimeMs() - before) / ORDERS
    console.log(`  per call: ${ms.toFixed(2)} ms of CPU time in the API`)
  }
  const start = Date.now() + 60 * 60 * 1000
  await runSql(
    db,
    sql`UPDATE show SET starts_at = ${start}, ends_at = ${start + 7_200_000} WHERE id = 5`,
  )
  await measure(
    `${name}: tickets verified`,
    codes.map((code, n) => () => {
      return post(getUrl(n, '/api/order/verify'), verifier, { code, nonce: `bench-nonce-${n}` })
    }),
  )
  await db.close()
  await Promise.all(running.map(({ end }) => end()))
  return orders
}

const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '1' },
  },
})
const rounds = Array.from({ length: Number(values.rounds) })
const rates: Measurement[] = []
if (values.postgres) {
  const cluster = await startCluster(values.profile ? PROFILING : {})
  useServer(cluster.getUrl(FIRST_DATABASE))
  for (const _ of rounds) {
    rates.push(await measureInstallation('PostgreSQL, 1 process', 1, values.profile))
    rates.push(await measureInstallation('PostgreSQL, 3 processes', 3, values.profile))
  }
  await cluster.stop()
} else {
  for (const _ of rounds) rates.push(await measureInstallation('SQLite', 1))
}
const best = rates.toSorted((one, other) => other.perSecond - one.perSecond)[0]
const aMinute = (best?.perSecond ?? 0) * 60
console.log(
  `best: ${aMinute.toFixed(0)} orders a minute, ${(aMinute / PRETIX_A_MINUTE).toFixed(0)} times the ${PRETIX_A_MINUTE} that pretix states`,
)
if (!values.postgres && best) {
  const isGoalMet = best.perSecond >= GOAL.ordersPerSecond && best.p95Ms < GOAL.p95Ms
  console.log(
    `goal of ${GOAL.ordersPerSecond}/s with p95 below ${GOAL.p95Ms} ms: ${isGoalMet ? 'reached' : 'missed'}`,
  )
}

import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { collectDatabaseMetrics } from '#scripts/admin-api/collect-metrics.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { observeBuild, registry } from '#scripts/lib/metrics.ts'
import type { Stop } from '#scripts/lib/run-program.ts'
import { serveMetrics } from '#scripts/lib/serve-metrics.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'
import { buildTicketOrder, checkAndClose, createBuyer } from '#tests/support/buyer.ts'
import { readSql } from '#tests/support/database.ts'
import { findFreePort } from '#tests/support/find-free-port.ts'
import { createMember } from '#tests/support/member.ts'

const TICKETS = buildTicketOrder(1)

let api: TestAdminApi
const stops: Stop[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await checkAndClose(api)
})

async function startMetrics() {
  const port = await findFreePort()
  await serveMetrics({ host: '127.0.0.1', port }, { logger: SILENT_LOGGER, stops })
  const read = async (path = '/metrics') => fetch(`http://127.0.0.1:${port}${path}`)
  return { read, readText: async () => (await read()).text() }
}

/** The value of a series; 0 if missing. */
function readValue(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return Number(line?.slice(series.length) ?? 0)
}

test('/metrics counts requests by route, and reports orders, held places and builds', async () => {
  api = await openAdminApi()
  // As at startup: the port opens before the database.
  for (const name of ['orders', 'held_places']) registry.removeSingleMetric(name)
  const metrics = await startMetrics()
  collectDatabaseMetrics(api.db, () => api.clock.now)
  const buyer = createBuyer(api, await createMember(api))
  const CREATED =
    'http_request_duration_seconds_count{server="api",route="/api/order/create",method="POST",status="200"}'
  const UNKNOWN =
    'http_request_duration_seconds_count{server="api",route="none",method="GET",status="404"}'
  const before = await metrics.readText()

  await buyer.call('POST /api/order/create', TICKETS, 'a-key-of-this-order')
  await api.app.request('/api/no-such-path-1')
  await api.app.request('/api/no-such-path-2')
  observeBuild(
    { cause: 'content', result: 'published', endedAt: '2027-05-05T12:00:00.000Z' },
    { renderMs: 250 },
  )
  const after = await metrics.readText()

  expect(readValue(after, CREATED) - readValue(before, CREATED)).toBe(1)
  expect(readValue(after, UNKNOWN) - readValue(before, UNKNOWN)).toBe(2)
  expect(after).not.toContain('no-such-path')
  expect(readValue(after, 'orders{type="performance",status="pending"}')).toBe(1)
  expect(readValue(after, 'held_places') - readValue(before, 'held_places')).toBe(1)
  expect(readValue(after, 'publish_last_success_timestamp_seconds')).toBe(
    Date.parse('2027-05-05T12:00:00.000Z') / 1000,
  )
  expect(after).toContain('publish_step_duration_seconds_count{step="render"}')
  expect(after).toContain('nodejs_eventloop_lag_seconds')
  // File databases have no connections.
  const hasPool = after.includes('database_connections{state="open"}')
  expect(hasPool).toBe(api.address.kind === 'server')
})

test('requests are counted by route templates, never by the path of a request', async () => {
  api = await openAdminApi()
  collectDatabaseMetrics(api.db, () => api.clock.now)
  const metrics = await startMetrics()
  const { name } = await api.db.query.selectFrom('media').select('name').executeTakeFirstOrThrow()
  await api.app.request(`/media/${name}`, { method: 'HEAD' })
  await api.app.request('/media/no-such-path-3')
  await api.app.request('/api/upload/avatar/no-such-path-4')
  await api.app.request('/api/user/no-such-path-5_login')
  const headers = { 'content-length': '9999999' }
  await api.app.request('/no-such-path-6', { method: 'POST', headers })
  const text = await metrics.readText()
  expect(text).toContain('server="api",route="/media/{name}"')
  expect(text).not.toContain(name)
  expect(text).not.toContain('no-such-path')
})

test('/metrics reports how late the release of holds is', async () => {
  api = await openAdminApi()
  collectDatabaseMetrics(api.db, () => api.clock.now)
  const metrics = await startMetrics()
  expect(readValue(await metrics.readText(), 'oldest_unpaid_order_seconds')).toBe(0)
  await createBuyer(api, await createMember(api)).call(
    'POST /api/order/create',
    TICKETS,
    'another-key',
  )
  expect(readValue(await metrics.readText(), 'oldest_unpaid_order_seconds')).toBe(0)
  api.clock.now += 20 * 60_000
  expect(readValue(await metrics.readText(), 'oldest_unpaid_order_seconds')).toBe(5 * 60)
  api.clock.now -= 20 * 60_000
})

test('orders, payment attempts and refunds are counted from an index', async (context) => {
  api = await openAdminApi()
  context.skip(api.address.kind === 'server', 'PostgreSQL does not block other calls')
  collectDatabaseMetrics(api.db, () => api.clock.now)
  const metrics = await startMetrics()
  const from = api.queries.length
  await metrics.readText()
  const counts = api.queries
    .slice(from)
    .filter((query) => /"(order|payment_attempt|refund)" group/.test(query))
  expect(counts).toHaveLength(3)
  for (const query of counts) {
    const plan = await readSql(api.db, sql`explain query plan ${sql.raw(query)}`)
    expect(JSON.stringify(plan)).toContain('USING COVERING INDEX')
  }
})

test('the metrics port serves nothing else, and is not opened without a setting', async () => {
  api = await openAdminApi()
  const metrics = await startMetrics()
  expect((await metrics.read('/')).status).toBe(404)
  expect((await metrics.read('/api/index/init')).status).toBe(404)
  const none: Stop[] = []
  await serveMetrics({ host: '127.0.0.1', port: undefined }, { logger: SILENT_LOGGER, stops: none })
  expect(none).toEqual([])
})

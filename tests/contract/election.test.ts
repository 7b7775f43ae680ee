import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runForElection } from '#scripts/lib/db/elect.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => api.close())

const WAIT = { timeout: 20_000, interval: 20 }

/** A process that takes part in the election. */
function startCandidate(name = 'a task of this test') {
  const candidate = { isElected: false, lost: 0, stop: async () => {} }
  candidate.stop = runForElection({
    address: api.address,
    name,
    async onElected() {
      candidate.isElected = true
    },
    async onLost() {
      candidate.isElected = false
      candidate.lost += 1
    },
    logger: SILENT_LOGGER,
  })
  onTestFinished(() => candidate.stop())
  return candidate
}

const isOnServer = () => api.address.kind === 'server'

test('a single process is elected', async () => {
  const first = startCandidate()
  await vi.waitUntil(() => first.isElected, WAIT)
})

test('one of several processes is elected, and another one when it stops', async (context) => {
  context.skip(!isOnServer(), 'a file database has one process')
  const first = startCandidate()
  await vi.waitUntil(() => first.isElected, WAIT)
  const second = startCandidate()
  const other = startCandidate('another task')
  await vi.waitUntil(() => other.isElected, WAIT)
  expect(second.isElected).toBe(false)
  await first.stop()
  await vi.waitUntil(() => second.isElected, WAIT)
})

test('a process that loses its connection is notified, and another one is elected', async (context) => {
  context.skip(!isOnServer(), 'a file database has one process')
  const first = startCandidate()
  await vi.waitUntil(() => first.isElected, WAIT)
  const second = startCandidate()
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND datname = current_database()`.execute(api.db.query)
  await vi.waitUntil(() => first.lost === 1, WAIT)
  await vi.waitUntil(() => first.isElected || second.isElected, WAIT)
  expect(first.isElected && second.isElected).toBe(false)
})

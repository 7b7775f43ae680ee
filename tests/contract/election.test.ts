import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { runForElection } from '#scripts/lib/db/elect.ts'
import { SILENT_LOGGER } from '#scripts/lib/logger.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'

let api: TestAdminApi
beforeEach(async () => {
  api = await openAdminApi()
})
afterEach(() => api.close())

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
  await expect.poll(() => first.isElected).toBe(true)
})

test('one of several processes is elected, and another one when it stops', async (context) => {
  context.skip(!isOnServer(), 'a file database has one process')
  const first = startCandidate()
  await expect.poll(() => first.isElected).toBe(true)
  const second = startCandidate()
  const other = startCandidate('another task')
  await expect.poll(() => other.isElected).toBe(true)
  expect(second.isElected).toBe(false)
  await first.stop()
  await expect.poll(() => second.isElected).toBe(true)
})

test('a process that loses its connection is notified, and another one is elected', async (context) => {
  context.skip(!isOnServer(), 'a file database has one process')
  const first = startCandidate()
  await expect.poll(() => first.isElected).toBe(true)
  const second = startCandidate()
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = database
    WHERE locktype = 'advisory' AND datname = current_database()`.execute(api.db.query)
  await expect.poll(() => first.lost).toBe(1)
  await expect.poll(() => first.isElected || second.isElected).toBe(true)
  expect(first.isElected && second.isElected).toBe(false)
})

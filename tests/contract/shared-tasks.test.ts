import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RecurringTask } from '#scripts/lib/db/engines/engine.ts'
import { startSharedTasks } from '#scripts/lib/db/engines/engines.ts'
import { openAdminApi, type TestAdminApi } from '#tests/support/admin-api.ts'

let api: TestAdminApi
/** Errors of the queue. */
const errors: unknown[] = []
beforeEach(async (context) => {
  api = await openAdminApi()
  context.skip(api.address.kind === 'file', 'a file database has one process')
})
beforeEach(() => void errors.splice(0))
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
  await api.close()
})

/** Runs tasks like a separate process. */
async function startProcess(tasks: readonly RecurringTask[]) {
  if (api.address.kind !== 'server') return
  stops.push(await startSharedTasks(api.address, tasks, (error) => errors.push(error)))
}

test('a shared task runs in one process at a time, once per interval', async () => {
  const startedAt: number[] = []
  let running = 0
  let maxRunning = 0
  const task: RecurringTask = {
    name: 'count runs',
    everyMs: 1000,
    async run() {
      startedAt.push(performance.now())
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await sleep(300)
      running -= 1
    },
  }
  const from = performance.now()
  for (let count = 0; count < 3; count += 1) await startProcess([task])
  await expect.poll(() => startedAt.length).toBeGreaterThanOrEqual(4)
  const slots = Math.floor((performance.now() - from) / task.everyMs) + 2
  expect(startedAt.length).toBeLessThanOrEqual(slots)
  expect(maxRunning).toBe(1)
  expect(errors).toEqual([])
})

test('a failed task is retried before its next interval', async () => {
  let runs = 0
  const task: RecurringTask = {
    name: 'fail once',
    everyMs: 3_600_000,
    async run() {
      runs += 1
      if (runs === 1) throw new Error('the provider is down')
    },
  }
  await startProcess([task])
  await expect.poll(() => runs).toBeGreaterThanOrEqual(2)
  expect(errors).toEqual([])
})

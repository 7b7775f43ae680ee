import { expect, test } from 'vitest'
import { planRetries, planSweeps } from '#scripts/publish/plan-builds.ts'
import type { BuildRecord } from '#scripts/publish/status.ts'

const MINUTE_MS = 60_000

test('retries failed builds at doubled intervals, of at most ten minutes', () => {
  const findRetry = planRetries(() => true)
  const time = '2027-05-08T12:00:00.000Z'
  const failed: BuildRecord = {
    cause: 'content',
    startedAt: time,
    endedAt: time,
    forced: false,
    result: { kind: 'failed', reason: 'the API is away' },
    times: {},
  }
  const retries = Array.from({ length: 7 }, () => findRetry(failed))
  expect(retries.map((retry) => retry?.afterMs)).toEqual(
    [0.5, 1, 2, 4, 8, 10, 10].map((minutes) => minutes * MINUTE_MS),
  )
  expect(findRetry({ ...failed, result: { kind: 'unchanged', warnings: [] } })).toBeUndefined()
  expect(findRetry(failed)?.afterMs).toBe(0.5 * MINUTE_MS)
})

test.each([
  ['ten seconds after an edit', 15, 10_000],
  ['no sooner than the interval after the last full build', 5, 5 * MINUTE_MS],
  ['after the interval if the clock was set back', -60, 10 * MINUTE_MS],
])('sweeps %s', (_title, minutes, expected) => {
  let now = Date.parse('2027-05-08T12:00:00Z')
  const delays: number[] = []
  const { recordBuild, schedule } = planSweeps({
    enqueue: () => {},
    isEnabled: () => true,
    now: () => new Date(now),
    setTimer(_run, ms) {
      delays.push(ms)
      return () => {}
    },
    everyMs: 10 * MINUTE_MS,
    repeats: () => false,
  })
  recordBuild({ cause: 'start', forced: false }, { kind: 'unchanged', warnings: [] })
  now += minutes * MINUTE_MS
  schedule()
  expect(delays).toEqual([expected])
})

import { expect, test } from 'vitest'
import { eachDay, untilNextDay } from '#scripts/publish/each-day.ts'

const HOUR_MS = 3_600_000

test.each([
  ['2027-05-05T23:59:00+08:00', HOUR_MS / 60],
  ['2027-05-05T00:00:00+08:00', 24 * HOUR_MS],
  ['2027-05-05T12:00:00Z', 4 * HOUR_MS],
  ['2027-05-05T20:00:00Z', 20 * HOUR_MS],
  ['1969-12-31T12:00:00Z', 4 * HOUR_MS],
])('at %s the next day of the house is %i ms away', (time, ms) => {
  expect(untilNextDay(Date.parse(time))).toBe(ms)
})

test('runs at each midnight, until it is stopped', () => {
  let time = Date.parse('2027-05-05T22:00:00+08:00')
  let waiting: { run: () => void; at: number } | undefined
  const days: string[] = []
  const stop = eachDay(
    () => days.push(new Date(time).toISOString()),
    () => new Date(time),
    (run, ms) => {
      waiting = { run, at: time + ms }
      return () => (waiting = undefined)
    },
  )
  for (let day = 0; day < 3; day += 1) {
    time = waiting?.at ?? Number.NaN
    waiting?.run()
  }
  stop()
  expect(days).toEqual([
    '2027-05-05T16:00:00.000Z',
    '2027-05-06T16:00:00.000Z',
    '2027-05-07T16:00:00.000Z',
  ])
  expect(waiting).toBeUndefined()
})

import { describe, expect, test } from 'vitest'
import { watchClock, isOtherDay, type ClockTick } from '#scripts/lib/watch-clock.ts'

const DAY_MS = 24 * 3_600_000
const at = (time: string) => Date.parse(time)

/** A clock with a manual timer. */
function createClock(start: string) {
  const clock = { time: at(start), waiting: undefined as (() => void) | undefined, longest: 0 }
  const ticks: ClockTick[] = []
  const stop = watchClock((tick) => ticks.push(tick), {
    now: () => clock.time,
    setTimer(run, ms) {
      clock.waiting = run
      clock.longest = Math.max(clock.longest, ms)
      return () => (clock.waiting = undefined)
    },
  })
  return {
    clock,
    ticks,
    stop,
    jumpTo(time: number) {
      clock.time = time
      clock.waiting?.()
    },
  }
}

describe('watchClock', () => {
  const show = at('2027-05-08T19:30:00+08:00')

  test('reports each tick and each jump once', () => {
    const { ticks, jumpTo } = createClock('2027-05-08T19:29:59.500+08:00')
    jumpTo(show + 500)
    jumpTo(show + 90 * DAY_MS)
    jumpTo(show - 90 * DAY_MS)
    jumpTo(show - 90 * DAY_MS)
    expect(ticks).toEqual([
      { before: show - 500, now: show + 500 },
      { before: show + 500, now: show + 90 * DAY_MS },
      { before: show + 90 * DAY_MS, now: show - 90 * DAY_MS },
    ])
  })

  test('never waits longer than a second, so that no timer overflows', () => {
    const { clock, jumpTo } = createClock('2027-05-08T19:29:59+08:00')
    jumpTo(show + 1000 * DAY_MS)
    expect(clock.longest).toBeLessThanOrEqual(1000)
  })

  test('reports nothing after it is stopped', () => {
    const { clock, stop } = createClock('2027-05-08T19:29:59+08:00')
    stop()
    expect(clock.waiting).toBeUndefined()
  })
})

describe('isOtherDay', () => {
  test.each([
    ['Asia/Shanghai', '2027-05-05T15:59:59Z', '2027-05-05T16:00:00Z', true],
    ['Asia/Shanghai', '2027-05-05T16:00:00Z', '2027-05-06T15:59:59Z', false],
    // The day of the change to summer time has 23 hours, the day of the change back 25.
    ['Europe/London', '2027-03-28T00:00:00Z', '2027-03-28T22:59:59Z', false],
    ['Europe/London', '2027-03-28T00:00:00Z', '2027-03-28T23:00:00Z', true],
    ['Europe/London', '2027-10-30T23:00:00Z', '2027-10-31T23:59:59Z', false],
    ['Europe/London', '2027-10-30T23:00:00Z', '2027-11-01T00:00:00Z', true],
    ['Europe/London', '2027-05-06T12:00:00Z', '2027-05-05T12:00:00Z', true],
  ])('compares venue days in %s between %s and %s: %s', (zone, before, now, isOther) => {
    expect(isOtherDay({ before: at(before), now: at(now) }, zone)).toBe(isOther)
  })
})
